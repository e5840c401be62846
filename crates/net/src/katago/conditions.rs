//! The rules as the network is told them.

use gosedai_board::{KoRule, Rules, Scoring};

/// Points that do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tax {
    None,
    /// No territory in seki.
    Seki,
    /// No territory in seki, and two points less for every living group.
    All,
}

/// What of the rules changes the value of moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    pub ko: KoRule,
    /// Territory is counted instead of area.
    pub territory: bool,
    pub tax: Tax,
    /// Suicide of more than one stone is allowed.
    pub suicide: bool,
    /// The first pass is worth half a point.
    pub button: bool,
}

impl From<Rules> for Conditions {
    fn from(rules: Rules) -> Conditions {
        let (territory, tax) = match rules.scoring {
            Scoring::Area | Scoring::Overflow => (false, Tax::None),
            Scoring::Territory => (true, Tax::Seki),
            // counting stones alone leaves every group two points short
            Scoring::Stones => (false, Tax::All),
        };
        Conditions { ko: rules.ko, territory, tax, suicide: rules.suicide, button: false }
    }
}
