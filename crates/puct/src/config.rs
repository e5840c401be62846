//! How the search weighs what it knows.

/// Knobs of the search; the defaults are what the player uses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// How strongly unexplored moves with a good prior draw the search.
    pub exploration: f32,
    /// Slow growth of `exploration` with the visits of a node.
    pub exploration_growth: f32,
    /// How much worse than its parent an unvisited move is taken to be, once all likely moves have been tried.
    pub unvisited_penalty: f32,
    /// Share of the expected score (against that of winning) in what is maximised.
    pub score_share: f32,
    /// Points of score at which its share is nearly exhausted.
    pub score_reach: f32,
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
            unvisited_penalty: 0.25,
            score_share: 0.1,
            score_reach: 30.0,
            kept_prior: 0.998,
            max_nodes: 200_000,
            root_views: 4,
            playout_share: 0.0,
            seed: 1,
        }
    }
}
