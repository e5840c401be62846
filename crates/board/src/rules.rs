//! Rule sets as small structs of independent switches.

use std::fmt;
use std::str::FromStr;

/// What may not be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoRule {
    /// Only the immediate retaking of a single stone.
    Simple,
    /// Any earlier arrangement of stones.
    PositionalSuperko,
    /// Any earlier arrangement with the same side to move.
    SituationalSuperko,
}

/// How a finished game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
    /// Stones on the board alone (純碁).
    Stones,
    /// Stones left over after both sides fill their territory (Afure rules): the same margin as area.
    Overflow,
}

/// Points White receives for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    None,
    /// One point for each stone.
    Stones,
    /// One point for each stone but the first.
    StonesLessOne,
}

/// The rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    pub ko: KoRule,
    pub suicide: bool,
    pub scoring: Scoring,
    pub handicap_bonus: HandicapBonus,
    /// A pass hands over a stone (and White passes last), so that area and territory agree.
    pub pass_stones: bool,
    name: RuleSet,
}

/// Named rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum RuleSet {
    Chinese,
    Japanese,
    Aga,
    TrompTaylor,
    NewZealand,
    PureGo,
    Afure,
}

impl RuleSet {
    pub const ALL: [RuleSet; 7] = [
        RuleSet::Chinese,
        RuleSet::Japanese,
        RuleSet::Aga,
        RuleSet::TrompTaylor,
        RuleSet::NewZealand,
        RuleSet::PureGo,
        RuleSet::Afure,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Chinese => "chinese",
            RuleSet::Japanese => "japanese",
            RuleSet::Aga => "aga",
            RuleSet::TrompTaylor => "tromp-taylor",
            RuleSet::NewZealand => "new-zealand",
            RuleSet::PureGo => "pure-go",
            RuleSet::Afure => "afure",
        }
    }

    pub const fn rules(self) -> Rules {
        use HandicapBonus::{None, Stones, StonesLessOne};
        use KoRule::{PositionalSuperko, Simple, SituationalSuperko};
        let (ko, suicide, scoring, handicap_bonus, pass_stones) = match self {
            RuleSet::Chinese => (PositionalSuperko, false, Scoring::Area, Stones, false),
            RuleSet::Japanese => (Simple, false, Scoring::Territory, None, false),
            RuleSet::Aga => (SituationalSuperko, false, Scoring::Area, StonesLessOne, true),
            RuleSet::TrompTaylor => (PositionalSuperko, true, Scoring::Area, None, false),
            RuleSet::NewZealand => (SituationalSuperko, true, Scoring::Area, None, false),
            RuleSet::PureGo => (PositionalSuperko, false, Scoring::Stones, None, false),
            RuleSet::Afure => (Simple, false, Scoring::Overflow, None, false),
        };
        Rules { ko, suicide, scoring, handicap_bonus, pass_stones, name: self }
    }

    /// Usual compensation for White in an even game.
    pub const fn usual_komi(self) -> f32 {
        match self {
            RuleSet::Japanese => 6.5,
            RuleSet::Chinese | RuleSet::Aga | RuleSet::TrompTaylor => 7.5,
            RuleSet::NewZealand => 7.0,
            RuleSet::PureGo | RuleSet::Afure => 0.0,
        }
    }
}

impl Rules {
    pub const CHINESE: Rules = RuleSet::Chinese.rules();
    pub const JAPANESE: Rules = RuleSet::Japanese.rules();
    pub const TROMP_TAYLOR: Rules = RuleSet::TrompTaylor.rules();

    pub const fn set(self) -> RuleSet {
        self.name
    }

    pub fn handicap_points(self, stones: usize) -> usize {
        match self.handicap_bonus {
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones - 1,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::CHINESE
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a rule set: write chinese, japanese, aga, tromp-taylor, new-zealand, pure-go or afure")]
pub struct BadRules(pub String);

impl FromStr for RuleSet {
    type Err = BadRules;

    /// Accepts the names above and the usual spellings in game records (`Chinese`, `AGA`, `NZ`, `jp`, `純碁`…).
    fn from_str(text: &str) -> Result<Self, BadRules> {
        let key: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        Ok(match key.as_str() {
            "chinese" | "cn" | "chineseogs" | "chinesekgs" | "area" | "中国" | "中国ルール" | "goe" | "ing" => {
                RuleSet::Chinese
            }
            "japanese" | "jp" | "korean" | "kr" | "territory" | "日本" | "日本ルール" => RuleSet::Japanese,
            "aga" | "bga" | "french" => RuleSet::Aga,
            "tromptaylor" | "tt" | "logical" => RuleSet::TrompTaylor,
            "newzealand" | "nz" => RuleSet::NewZealand,
            "purego" | "stonescoring" | "stones" | "純碁" => RuleSet::PureGo,
            "afure" | "overflow" | "溢れ" => RuleSet::Afure,
            _ => return Err(BadRules(text.chars().take(40).collect())),
        })
    }
}
