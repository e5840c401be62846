//! Settings of the search.

use crate::playout::Style;

/// How moves are selected in the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// UCB1 as in the paper: X + sqrt(2 ln n / n_i), every move tried once first.
    Ucb1,
    /// Value mixed with RAVE, plus a bonus that follows the prior.
    Guided,
}

/// All knobs of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    pub selection: Selection,
    pub style: Style,
    /// A leaf is expanded at this many visits.
    pub expand_after: u32,
    /// Visits at which a node is worth the evaluator's dearer advice on its moves; 0: never.
    pub advise_at: u32,
    /// Visits at which RAVE and the move's own value weigh about the same.
    pub rave_equivalence: f32,
    /// Won games imagined for a move, times the square root of its prior: for the smallest board, and more for every
    /// point.
    pub prior_visits: f32,
    pub prior_visits_per_point: f32,
    /// Games imagined for every move with its parent's value.
    pub even_visits: f32,
    /// Weight of the bonus that follows the prior and fades with visits.
    pub prior_weight: f32,
    /// Weight of the margin beside winning or losing.
    pub margin_weight: f32,
    /// Share of playouts spread evenly over all moves of the root, so that every move has a value.
    pub root_spread: f64,
    /// The tree stops growing at this many nodes.
    pub most_nodes: usize,
    /// Resign below this chance to win.
    pub resign_below: f64,
    pub threads: usize,
    pub seed: u64,
}

impl Config {
    /// Plain UCT: UCB1, uniformly random playouts, no priors, no RAVE.
    pub const PLAIN: Config = Config {
        selection: Selection::Ucb1,
        style: Style::UNIFORM,
        expand_after: 8,
        advise_at: 0,
        rave_equivalence: 0.0,
        prior_visits: 0.0,
        prior_visits_per_point: 0.0,
        even_visits: 0.0,
        prior_weight: 0.0,
        margin_weight: 0.0,
        root_spread: 0.0,
        ..Config::STRONG
    };

    /// RAVE, priors and informed playouts.
    pub const STRONG: Config = Config {
        selection: Selection::Guided,
        style: Style::STRONG,
        expand_after: 3,
        advise_at: 48,
        rave_equivalence: 1000.0,
        prior_visits: 20.0,
        prior_visits_per_point: 0.25,
        even_visits: 8.0,
        prior_weight: 0.1,
        margin_weight: 0.06,
        root_spread: 0.0,
        most_nodes: 8_000_000,
        resign_below: 0.08,
        threads: 1,
        seed: 1,
    };
}

impl Default for Config {
    fn default() -> Self {
        Config::STRONG
    }
}
