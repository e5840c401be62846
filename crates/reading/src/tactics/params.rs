//! Numbers of the quick searchers; `knowledge/params/reading.toml` explains each.

use std::sync::OnceLock;

use gosedai_knowledge::{EMBEDDED, Params, Store};

use crate::owl::{GuidedParams, OwlParams};
use crate::paper::PaperParams;

/// Numbers of the quick capture search.
#[derive(Clone, Debug, PartialEq)]
pub struct HuntParams {
    /// Liberties at which a target has escaped, attacker to move: one search after the other, narrowest first.
    pub views: Vec<usize>,
    /// Positions in all views together.
    pub nodes: u64,
    /// Candidates of a position, at most.
    pub breadth: usize,
    /// Added to the number of a candidate for every twelve places in the list.
    pub doubt: u32,
    /// First proof and disproof number by liberties, attacker and defender to move.
    pub hunting: [[u32; 2]; 7],
    pub fleeing: [[u32; 2]; 7],
    /// Urgencies: take a string in atari, put one in atari, press one of three liberties.
    pub take: i32,
    pub threaten: i32,
    pub press: i32,
    /// Per liberty the defender would have after his own move there: for him, for the attacker.
    pub reach: i32,
    pub block: i32,
    /// Points beside the liberties, diagonals of the target.
    pub second: i32,
    pub diagonal: i32,
    /// Liberties of a weak friend of the target.
    pub friend: i32,
    /// Saving an own string in atari, protecting one of two liberties.
    pub save: i32,
    pub protect: i32,
}

impl HuntParams {
    pub fn new(params: &Params) -> HuntParams {
        let n = |name: &str| params.number(&format!("reading.hunt.{name}"));
        let i = |name: &str| n(name) as i32;
        HuntParams {
            views: params.list("reading.hunt.views").iter().map(|&v| v as usize).collect(),
            nodes: n("nodes") as u64,
            breadth: n("breadth") as usize,
            doubt: n("doubt") as u32,
            hunting: pairs(params.list("reading.hunt.hunting")),
            fleeing: pairs(params.list("reading.hunt.fleeing")),
            take: i("take"),
            threaten: i("threaten"),
            press: i("press"),
            reach: i("reach"),
            block: i("block"),
            second: i("second"),
            diagonal: i("diagonal"),
            friend: i("friend"),
            save: i("save"),
            protect: i("protect"),
        }
    }
}

/// Numbers of the quick connection search.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkParams {
    /// Moves apart at which strings are given up: one search after the other, narrowest first.
    pub views: Vec<usize>,
    /// Positions in all views together.
    pub nodes: u64,
    /// Candidates of a position, at most.
    pub breadth: usize,
    /// Added to the number of a candidate for every twelve places in the list.
    pub doubt: u32,
    /// Candidates whose distance is measured at once.
    pub eager: usize,
    /// A cutting string of at most this many liberties is read, with so many positions.
    pub cutter_liberties: usize,
    pub cutter_nodes: u64,
    /// First proof and disproof number by distance, owner and opponent to move.
    pub joining: [[u32; 2]; 7],
    pub cutting: [[u32; 2]; 7],
    /// Urgencies: a point on a shortest way, beside one of the strings, on a way one move longer.
    pub path: i32,
    pub beside: i32,
    pub detour: i32,
    /// A string in atari, of two, of three liberties.
    pub take: i32,
    pub threaten: i32,
    pub press: i32,
}

impl LinkParams {
    pub fn new(params: &Params) -> LinkParams {
        let n = |name: &str| params.number(&format!("reading.link.{name}"));
        let i = |name: &str| n(name) as i32;
        LinkParams {
            views: params.list("reading.link.views").iter().map(|&v| v as usize).collect(),
            nodes: n("nodes") as u64,
            breadth: n("breadth") as usize,
            doubt: n("doubt") as u32,
            eager: n("eager") as usize,
            cutter_liberties: n("cutter_liberties") as usize,
            cutter_nodes: n("cutter_nodes") as u64,
            joining: pairs(params.list("reading.link.joining")),
            cutting: pairs(params.list("reading.link.cutting")),
            path: i("path"),
            beside: i("beside"),
            detour: i("detour"),
            take: i("take"),
            threaten: i("threaten"),
            press: i("press"),
        }
    }
}

/// Numbers of what an adviser is asked where the quick searches cannot decide.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedParams {
    /// Positions the adviser is asked about: at most, and before the search may end early.
    pub looks: u64,
    pub least_looks: u64,
    /// Positions of the quick reading in each of them.
    pub inner_nodes: u64,
    /// Share of the first wishes for the quick reading's move; how far its claim moves the verdict.
    pub suggested: f32,
    pub support: f32,
    /// Values beyond which stones are held to be taken, or saved; how far an escape by liberties lifts them.
    pub taken: f32,
    pub saved: f32,
    pub escape: f32,
    /// Weight of the value against the share of visits where the move is chosen.
    pub value_weight: f32,
    /// Lead that ends the search early.
    pub plain: f32,
    /// The same for connections.
    pub link_looks: u64,
    pub link_inner: u64,
    pub link_support: f32,
    pub link_claim: f32,
    /// How far from the middle between the strings first moves are considered.
    pub link_reach: usize,
    /// What joining has to gain for the weaker string and how much it has to live then; what a cut has to cost it.
    pub link_gain: f32,
    pub link_held: f32,
    pub link_loss: f32,
}

impl AdvisedParams {
    pub fn new(params: &Params) -> AdvisedParams {
        let n = |name: &str| params.number(&format!("reading.advised.{name}"));
        let f = |name: &str| n(name) as f32;
        AdvisedParams {
            looks: n("looks") as u64,
            least_looks: n("least_looks") as u64,
            inner_nodes: n("inner_nodes") as u64,
            suggested: f("suggested"),
            support: f("support"),
            taken: f("taken"),
            saved: f("saved"),
            escape: f("escape"),
            value_weight: f("value_weight"),
            plain: f("plain"),
            link_looks: n("link_looks") as u64,
            link_inner: n("link_inner") as u64,
            link_support: f("link_support"),
            link_claim: f("link_claim"),
            link_reach: n("link_reach") as usize,
            link_gain: f("link_gain"),
            link_held: f("link_held"),
            link_loss: f("link_loss"),
        }
    }
}

/// Proof and disproof numbers in turn, by liberties or distance; what a list leaves out is the first guess of one step.
fn pairs(list: &[f64]) -> [[u32; 2]; 7] {
    std::array::from_fn(|i| [2 * i, 2 * i + 1].map(|at| list.get(at).map_or(1, |&v| v as u32)))
}

/// Every number of the fast tier.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The capture search of 1988.
    pub seed: PaperParams,
    pub hunt: HuntParams,
    pub link: LinkParams,
    /// Life and death, races.
    pub owl: OwlParams,
    /// The same with an adviser.
    pub guided: GuidedParams,
    /// Captures and connections with an adviser.
    pub advised: AdvisedParams,
}

impl Tuning {
    pub fn new(params: &Params) -> Tuning {
        Tuning {
            seed: PaperParams::new(params),
            hunt: HuntParams::new(params),
            link: LinkParams::new(params),
            owl: OwlParams::new(params),
            guided: GuidedParams::new(params),
            advised: AdvisedParams::new(params),
        }
    }

    /// The numbers that travel inside the program.
    pub fn embedded() -> &'static Tuning {
        static BUILT_IN: OnceLock<Tuning> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let mut params = Params::default();
            let file = "params/reading.toml";
            params.add(file, &EMBEDDED.read(file).unwrap_or_default(), &mut Vec::new());
            Tuning::new(&params)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_every_number() {
        let tuning = Tuning::embedded();
        assert_eq!(tuning.seed.escape_liberties, 4);
        assert_eq!(tuning.hunt.views, [3, 4, 5]);
        assert!(tuning.hunt.nodes > 0 && tuning.link.nodes > 0 && tuning.link.breadth > 0);
        assert_eq!(tuning.hunt.fleeing[1], [1, 5]);
        assert_eq!(tuning.link.joining[2], [3, 4]);
        let text = EMBEDDED.read("params/reading.toml").unwrap();
        // those of problems belong to their solver
        let ours = |line: &&str| line.starts_with("[reading.") && !line.starts_with("[reading.problem.");
        let named = text.lines().filter(ours).count();
        assert_eq!(named, 11 + 16 + 15 + 25 + 25 + 18, "as many as the six structs have fields");
    }

    #[test]
    fn a_changed_file_changes_the_search() {
        let mut params = Params::default();
        params.add("a", &EMBEDDED.read("params/reading.toml").unwrap(), &mut Vec::new());
        params.add("b", "reading.hunt.views = [2]\n", &mut Vec::new());
        assert_eq!(Tuning::new(&params).hunt.views, [2]);
    }
}
