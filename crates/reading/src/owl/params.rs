//! Numbers of the quick reader of life; `knowledge/params/reading.toml` explains each.

use gosedai_knowledge::Params;

use super::proofs::Spending;

#[derive(Clone, Debug, PartialEq)]
pub struct OwlParams {
    /// Positions of the search, and of one room.
    pub nodes: u64,
    pub room_nodes: u32,
    pub breadth: usize,
    /// The same for races, positions of a race, urgency of filling a liberty.
    pub race_breadth: usize,
    pub race_nodes: u64,
    pub race_fill: i32,
    /// Moves of lead that decide a race without reading.
    pub race_slack: i32,
    /// Candidates looked at as soon as they are found.
    pub eager: usize,
    pub doubt: u32,
    /// Ground at which a group is free whatever its eyes, and below which it has no way out.
    pub free_ground: usize,
    pub lost_far: usize,
    /// Friends of so many stones within reach are a way out.
    pub friend_stones: usize,
    /// First guesses: steps for an eye; ground worth one step.
    pub eye_step: u32,
    pub ground_step: u32,
    /// Urgencies: a point that decides a room for the mover, for the opponent, an opening, any other point.
    pub vital: i32,
    pub vital_other: i32,
    pub opening: i32,
    pub inside: i32,
    pub wide: i32,
    /// Strings in atari, of two and of three liberties; saving what can be taken.
    pub take: i32,
    pub threaten: i32,
    pub press: i32,
    pub save: i32,
    /// Towards a friend, towards the open.
    pub join: i32,
    pub run: i32,
}

impl OwlParams {
    pub fn new(params: &Params) -> OwlParams {
        let n = |name: &str| params.number(&format!("reading.owl.{name}"));
        let i = |name: &str| n(name) as i32;
        OwlParams {
            nodes: n("nodes") as u64,
            room_nodes: n("room_nodes") as u32,
            breadth: n("breadth") as usize,
            race_breadth: n("race_breadth") as usize,
            race_nodes: n("race_nodes") as u64,
            race_fill: i("race_fill"),
            race_slack: i("race_slack"),
            eager: n("eager") as usize,
            doubt: n("doubt") as u32,
            free_ground: n("free_ground") as usize,
            lost_far: n("lost_far") as usize,
            friend_stones: n("friend_stones") as usize,
            eye_step: n("eye_step") as u32,
            ground_step: n("ground_step") as u32,
            vital: i("vital"),
            vital_other: i("vital_other"),
            opening: i("opening"),
            inside: i("inside"),
            wide: i("wide"),
            take: i("take"),
            threaten: i("threaten"),
            press: i("press"),
            save: i("save"),
            join: i("join"),
            run: i("run"),
        }
    }
}

/// Numbers of the search an adviser leads.
#[derive(Clone, Debug, PartialEq)]
pub struct GuidedParams {
    /// Positions the adviser is asked about: at most, and before the search may end early.
    pub looks: u64,
    pub least_looks: u64,
    /// Positions of the quick reading beside it.
    pub reader_nodes: u64,
    /// Moves considered in a position, within so many steps of the stones at stake.
    pub breadth: usize,
    pub reach: usize,
    /// How much the adviser's wishes are flattened.
    pub temper: f32,
    /// Weight of a wish against what was found; how much a move nobody has tried is held to be worse.
    pub exploration: f32,
    pub unseen: f32,
    /// How far playing elsewhere stands behind the best wish.
    pub elsewhere: f32,
    /// Share of the first wishes for the quick reader's move; how far its claim moves the verdict.
    pub suggested: f32,
    pub support: f32,
    pub support_unfinished: f32,
    /// Weight of the value against the share of visits where the move is chosen.
    pub value_weight: f32,
    /// Values beyond which a group is held to be alive, or dead.
    pub alive: f32,
    pub dead: f32,
    /// Positions of a proof in ground of at most so many empty points and beyond, before the search and within it.
    pub proof_points: usize,
    pub proof_first: u64,
    pub proof_first_large: u64,
    pub proof_inner: u64,
    pub proof_inner_large: u64,
    /// Lead beyond these values, and share of the visits, that end the search early.
    pub plain: f32,
    pub plain_share: f32,
    pub plain_lost: f32,
    /// Where this share of the positions below a move has a ko, a second search so long sees who has to win it.
    pub ko_share: f32,
    pub ko_looks: u64,
}

impl GuidedParams {
    pub fn new(params: &Params) -> GuidedParams {
        let n = |name: &str| params.number(&format!("reading.guided.{name}"));
        let f = |name: &str| n(name) as f32;
        GuidedParams {
            looks: n("looks") as u64,
            least_looks: n("least_looks") as u64,
            reader_nodes: n("reader_nodes") as u64,
            breadth: n("breadth") as usize,
            reach: n("reach") as usize,
            temper: f("temper"),
            exploration: f("exploration"),
            unseen: f("unseen"),
            elsewhere: f("elsewhere"),
            suggested: f("suggested"),
            support: f("support"),
            support_unfinished: f("support_unfinished"),
            value_weight: f("value_weight"),
            alive: f("alive"),
            dead: f("dead"),
            proof_points: n("proof_points") as usize,
            proof_first: n("proof_first") as u64,
            proof_first_large: n("proof_first_large") as u64,
            proof_inner: n("proof_inner") as u64,
            proof_inner_large: n("proof_inner_large") as u64,
            plain: f("plain"),
            plain_share: f("plain_share"),
            plain_lost: f("plain_lost"),
            ko_share: f("ko_share"),
            ko_looks: n("ko_looks") as u64,
        }
    }

    /// What a proof may cost; the root has been tried before the search.
    pub fn proofs(&self, is_root: bool) -> Option<Spending> {
        let (small, large) = (self.proof_inner, self.proof_inner_large);
        (!is_root && small + large > 0).then_some(Spending { small, large, points: self.proof_points })
    }

    pub fn first_proof(&self) -> Spending {
        Spending { small: self.proof_first, large: self.proof_first_large, points: self.proof_points }
    }
}
