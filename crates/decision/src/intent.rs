//! An intention: a move that one case proposes for one purpose, priced in points.

use gosedai_board::{Point, PointSet};
use gosedai_explain::{Arg, Evidence};

/// An enum whose variants have names for glossaries and answers.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($variant:ident => $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum $name {
            $($variant,)*
        }

        impl $name {
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }
    };
}

named! {
    /// What a move wants, named by its glossary word (`term.intent.…`).
    Purpose {
        Approach => "intent.approach",
        Border => "intent.border",
        Boundary => "intent.boundary",
        BreakOut => "intent.break_out",
        Capture => "intent.capture",
        Connect => "intent.connect",
        Corner => "intent.corner",
        Cut => "intent.cut",
        Endgame => "intent.endgame",
        Escape => "intent.escape",
        Expand => "intent.expand",
        Experience => "intent.experience",
        Extend => "intent.extend",
        EyeSpace => "intent.eye_space",
        Gain => "intent.gain",
        GuardCorner => "intent.guard_corner",
        InvadeCorner => "intent.invade_corner",
        Join => "intent.join",
        Joseki => "intent.joseki",
        Kill => "intent.kill",
        Live => "intent.live",
        Opening => "intent.opening",
        Press => "intent.press",
        Prevent => "intent.prevent",
        Reduce => "intent.reduce",
        Safer => "intent.safer",
        Separate => "intent.separate",
        Shape => "intent.shape",
        Side => "intent.side",
        Split => "intent.split",
        Surround => "intent.surround",
        Tesuji => "intent.tesuji",
        Threat => "intent.threat",
    }
}

named! {
    /// A kind of situation that proposes moves: the twelve of 1988 and what was added since.
    CaseName {
        Joseki => "joseki",
        Side => "side",
        Contact => "contact",
        Tesuji => "tesuji",
        Invasion => "invasion",
        Endgame => "endgame",
        EyeSpace => "eye-space",
        Life => "life",
        MoyoBorder => "moyo-border",
        Capture => "capture",
        Connection => "connection",
        Enclosure => "enclosure",
        Separation => "separation",
        Moyo => "moyo",
        Opening => "opening",
        Effect => "effect",
        Experience => "experience",
    }
}

named! {
    /// Who may take an intention out.
    Adjuster {
        DeadGroup => "dead-group",
        Futile => "futile",
        Joseki => "joseki",
        Suicide => "suicide",
        CapturePoint => "capture-point",
    }
}

/// What kind of purpose, for strategy and the filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Role {
    /// Takes, kills, cuts or encloses.
    Attack,
    /// Saves, lives, connects or escapes.
    Defence,
    /// Enlarges or reduces territory and moyo.
    Territory,
    /// Good shape, joseki, habit.
    Shape,
}

/// Why an adjuster took an intention out.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    pub by: Adjuster,
    pub evidence: Evidence,
}

impl Removal {
    /// Who took the intention out, and why, given in words.
    pub fn why(&self, intent: &Intent, why: String) -> Evidence {
        Evidence::new("plan.removed")
            .arg("intent", intent.purpose.name())
            .arg("value", intent.value)
            .arg("by", Arg::Word(format!("adjuster.{}", self.by.name())))
            .arg("why", why)
    }
}

/// One purpose of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    pub at: Point,
    /// The case that proposed it; what is not yet claimed by one is habit.
    pub case: CaseName,
    pub purpose: Purpose,
    pub role: Role,
    /// What is at stake, in points.
    pub points: f64,
    /// What it counts in the table: the points times the weight of the case.
    pub value: f64,
    /// Stones it is about: the string to capture, the group to save.
    pub target: PointSet,
    pub evidence: Evidence,
    /// Kept in view even when it no longer counts.
    pub removed: Option<Removal>,
}

impl Intent {
    pub fn new(at: Point, purpose: Purpose, role: Role, value: f64, evidence: Evidence) -> Intent {
        let (case, target) = (CaseName::Experience, PointSet::EMPTY);
        Intent { at, case, purpose, role, points: value, value, target, evidence, removed: None }
    }

    pub fn about(mut self, target: PointSet) -> Intent {
        self.target = target;
        self
    }

    pub fn counts(&self) -> bool {
        self.removed.is_none()
    }
}
