//! Numbers of the quick searchers; `knowledge/params/reading.toml` explains each.

/// Numbers of the quick capture search.
#[derive(Clone, Debug, PartialEq)]
pub struct HuntParams {
    /// Liberties at which a target has escaped, attacker to move: one search after the other, narrowest first.
    pub views: Vec<usize>,
    /// Positions in all views together.
    pub nodes: u64,
    /// Candidates of a position, at most.
    pub breadth: usize,
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

impl Default for HuntParams {
    fn default() -> Self {
        HuntParams {
            views: vec![3, 4, 5],
            nodes: 4_000,
            breadth: 30,
            hunting: [[1, 1], [1, 8], [1, 5], [4, 3], [9, 2], [18, 1], [27, 1]],
            fleeing: [[1, 1], [1, 5], [3, 3], [8, 2], [16, 1], [24, 1], [32, 1]],
            take: 40,
            threaten: 12,
            press: 4,
            reach: 6,
            block: 6,
            second: 2,
            diagonal: 1,
            friend: 4,
            save: 24,
            protect: 6,
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

impl Default for LinkParams {
    fn default() -> Self {
        LinkParams {
            views: vec![3, 4],
            nodes: 3_000,
            breadth: 24,
            eager: 2,
            cutter_liberties: 3,
            cutter_nodes: 30,
            joining: [[1, 1], [1, 8], [3, 4], [7, 2], [12, 1], [18, 1], [24, 1]],
            cutting: [[1, 1], [3, 4], [8, 2], [14, 1], [20, 1], [26, 1], [32, 1]],
            path: 12,
            beside: 8,
            detour: 4,
            take: 12,
            threaten: 5,
            press: 1,
        }
    }
}
