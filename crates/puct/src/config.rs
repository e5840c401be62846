//! How the search weighs what it knows.

/// Knobs of the search; the defaults are what the player uses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// How strongly unexplored moves with a good prior draw the search.
    pub exploration: f32,
    /// Slow growth of `exploration` with the visits of a node.
    pub exploration_growth: f32,
    /// How far the exploration follows the spread of the judgements below a node: 0 not at all, 1 in proportion.
    pub exploration_by_spread: f32,
    /// How much worse than its parent an unvisited move is taken to be, once all likely moves have been tried.
    pub unvisited_penalty: f32,
    /// The same at the root.
    pub root_unvisited_penalty: f32,
    /// Share of the expected score (against that of winning) in what is maximised.
    pub score_share: f32,
    /// Points of score at which its share is nearly exhausted.
    pub score_reach: f32,
    /// Share of the score counted from what the root expects: it keeps apart what a decided game makes equal.
    pub centred_share: f32,
    /// How much less a move counts in its parent's mean, the worse it is: 0 counts visits alone.
    pub bad_moves_count_less: f32,
    /// A move with at least this share of the leader's visits is played instead of it if its worst case is better; 0: never.
    pub worst_case_from: f32,
    /// Does a position reached in two ways share its visits?
    pub transpositions: bool,
    /// Moves below the root are kept until their priors reach this sum.
    pub kept_prior: f32,
    /// Most positions the tree may hold.
    pub max_nodes: usize,
    /// From how many sides (1 to 8) the network looks at the root.
    pub root_views: usize,
    /// Share of the result of one random game in the judgement of a position; 0 plays none.
    pub playout_share: f32,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            exploration: 1.1,
            exploration_growth: 0.45,
            exploration_by_spread: 0.85,
            unvisited_penalty: 0.25,
            root_unvisited_penalty: 0.1,
            score_share: 0.1,
            score_reach: 30.0,
            centred_share: 0.2,
            bad_moves_count_less: 0.25,
            worst_case_from: 0.15,
            transpositions: true,
            kept_prior: 0.998,
            max_nodes: 200_000,
            root_views: 4,
            playout_share: 0.0,
            seed: 1,
        }
    }
}
