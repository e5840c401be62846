//! Numbers of the quick readers, read from `knowledge/params/reading.toml`, which explains each.

use std::sync::OnceLock;

use gosedai_knowledge::{EMBEDDED, Params, Store};

/// A kind of number in the file.
trait Number {
    fn named(params: &Params, name: &str) -> Self;
}

macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl Number for $kind {
            fn named(params: &Params, name: &str) -> $kind {
                params.number(name) as $kind
            }
        })*
    };
}

plain!(i32, u32, u64, usize, f32);

impl Number for Vec<usize> {
    fn named(params: &Params, name: &str) -> Vec<usize> {
        params.list(name).iter().map(|&v| v as usize).collect()
    }
}

/// Proof and disproof numbers in turn, by liberties or distance; what a list leaves out is the first guess of one step.
impl Number for [[u32; 2]; 7] {
    fn named(params: &Params, name: &str) -> [[u32; 2]; 7] {
        let list = params.list(name);
        std::array::from_fn(|i| [2 * i, 2 * i + 1].map(|at| list.get(at).map_or(1, |&v| v as u32)))
    }
}

/// A struct whose fields are the numbers of one room of the file, each under its own name.
macro_rules! numbers {
    ($(#[$about:meta])* $name:ident of $room:literal { $($(#[$doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl $name {
            pub fn new(params: &Params) -> $name {
                $name { $($field: Number::named(params, concat!("reading.", $room, ".", stringify!($field))),)* }
            }
        }
    };
}

numbers! {
    /// Numbers of the capture search of 1988, as in its figures.
    PaperParams of "seed" {
        /// Attacker to move, this many liberties: escaped (23.1).
        escape_liberties: usize,
        /// With three liberties, this many surrounding strings of at most two liberties: escaped (23.2).
        weak_surrounders: usize,
        /// Plies (23.4).
        depth: u32,
        /// Positions (23.4).
        nodes: u32,
        /// Positions of each ladder (23.3).
        ladder_nodes: u32,
        /// A point where the defender would reach this many liberties is forced (24, forced 1).
        forced_liberties: usize,
        /// Values of ordinary moves (24): base divided by the liberties, times the growth; connecting, diagonal, one-point jump.
        liberty_base: i32,
        connect: i32,
        diagonal: i32,
        jump: i32,
        /// Candidates tried at most at a node with three liberties or more.
        breadth: usize,
    }
}

numbers! {
    /// Numbers of the quick capture search.
    HuntParams of "hunt" {
        /// Liberties at which a target has escaped, attacker to move: one search after the other, narrowest first.
        views: Vec<usize>,
        /// Positions in all views together.
        nodes: u64,
        /// Candidates of a position, at most.
        breadth: usize,
        /// Added to the number of a candidate for every twelve places in the list.
        doubt: u32,
        /// First proof and disproof number by liberties, attacker and defender to move.
        hunting: [[u32; 2]; 7],
        fleeing: [[u32; 2]; 7],
        /// Urgencies: take a string in atari, put one in atari, press one of three liberties.
        take: i32,
        threaten: i32,
        press: i32,
        /// Per liberty the defender would have after his own move there: for him, for the attacker.
        reach: i32,
        block: i32,
        /// Points beside the liberties, diagonals of the target.
        second: i32,
        diagonal: i32,
        /// Liberties of a weak friend of the target.
        friend: i32,
        /// Saving an own string in atari, protecting one of two liberties.
        save: i32,
        protect: i32,
    }
}

numbers! {
    /// Numbers of the quick connection search.
    LinkParams of "link" {
        /// Moves apart at which strings are given up: one search after the other, narrowest first.
        views: Vec<usize>,
        /// Positions in all views together.
        nodes: u64,
        /// Candidates of a position, at most.
        breadth: usize,
        /// Added to the number of a candidate for every twelve places in the list.
        doubt: u32,
        /// Candidates whose distance is measured at once.
        eager: usize,
        /// A cutting string of at most this many liberties is read, with this many positions.
        cutter_liberties: usize,
        cutter_nodes: u64,
        /// First proof and disproof number by distance, owner and opponent to move.
        joining: [[u32; 2]; 7],
        cutting: [[u32; 2]; 7],
        /// Urgencies: a point on a shortest way, beside one of the strings, on a way one move longer.
        path: i32,
        beside: i32,
        detour: i32,
        /// A string in atari, of two, of three liberties.
        take: i32,
        threaten: i32,
        press: i32,
    }
}

numbers! {
    /// Numbers of what an adviser is asked where the quick searches cannot decide.
    AdvisedParams of "advised" {
        /// Positions the adviser is asked about: at most, and before the search may end early.
        looks: u64,
        least_looks: u64,
        /// Positions of the quick reading in each of them.
        inner_nodes: u64,
        /// Share of the first wishes for the quick reading's move; how far its claim moves the verdict.
        suggested: f32,
        support: f32,
        /// Values beyond which stones are held to be taken, or saved; how far an escape by liberties lifts them.
        taken: f32,
        saved: f32,
        escape: f32,
        /// Weight of the value against the share of visits where the move is chosen.
        value_weight: f32,
        /// Lead that ends the search early.
        plain: f32,
        /// The same for connections.
        link_looks: u64,
        link_inner: u64,
        link_support: f32,
        link_claim: f32,
        /// How far from the middle between the strings first moves are considered.
        link_reach: usize,
        /// What joining has to gain for the weaker string and how much it has to live then; what a cut has to cost it.
        link_gain: f32,
        link_held: f32,
        link_loss: f32,
    }
}

numbers! {
    /// Numbers of the quick reader of life.
    OwlParams of "owl" {
        /// Positions of the search, and of one room.
        nodes: u64,
        room_nodes: u32,
        breadth: usize,
        /// The same for races, positions of a race, urgency of filling a liberty.
        race_breadth: usize,
        race_nodes: u64,
        race_fill: i32,
        /// Moves of lead that decide a race without reading.
        race_slack: i32,
        /// Candidates looked at as soon as they are found.
        eager: usize,
        doubt: u32,
        /// Ground at which a group is free whatever its eyes, and below which it has no way out.
        free_ground: usize,
        lost_far: usize,
        /// Friends of this many stones within reach are a way out.
        friend_stones: usize,
        /// First guesses: steps for an eye; ground worth one step.
        eye_step: u32,
        ground_step: u32,
        /// Urgencies: a point that decides a room for the mover, for the opponent, an opening, any other point.
        vital: i32,
        vital_other: i32,
        opening: i32,
        inside: i32,
        wide: i32,
        /// Strings in atari, of two and of three liberties; saving what can be taken.
        take: i32,
        threaten: i32,
        press: i32,
        save: i32,
        /// Towards a friend, towards the open.
        join: i32,
        run: i32,
    }
}

numbers! {
    /// Numbers of the search an adviser leads.
    GuidedParams of "guided" {
        /// Positions the adviser is asked about: at most, and before the search may end early.
        looks: u64,
        least_looks: u64,
        /// Positions of the quick reading beside it.
        reader_nodes: u64,
        /// Moves considered in a position, within this many steps of the stones at stake.
        breadth: usize,
        reach: usize,
        /// How much the adviser's wishes are flattened.
        temper: f32,
        /// Weight of a wish against what was found; how much a move nobody has tried is held to be worse.
        exploration: f32,
        unseen: f32,
        /// How far playing elsewhere stands behind the best wish.
        elsewhere: f32,
        /// Share of the first wishes for the quick reader's move; how far its claim moves the verdict.
        suggested: f32,
        support: f32,
        support_unfinished: f32,
        /// Weight of the value against the share of visits where the move is chosen.
        value_weight: f32,
        /// Values beyond which a group is held to be alive, or dead.
        alive: f32,
        dead: f32,
        /// Positions of a proof in ground of at most this many empty points and beyond, before the search and within it.
        proof_points: usize,
        proof_first: u64,
        proof_first_large: u64,
        proof_inner: u64,
        proof_inner_large: u64,
        /// Lead beyond these values, and share of the visits, that end the search early.
        plain: f32,
        plain_share: f32,
        plain_lost: f32,
        /// Where this share of the positions below a move has a ko, a second search so long sees who has to win it.
        ko_share: f32,
        ko_looks: u64,
    }
}

/// How much may be spent on a proof.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    /// Positions of each of the two searches in small ground, and in larger ground.
    pub small: u64,
    pub large: u64,
    /// Empty points of small ground.
    pub points: usize,
}

impl GuidedParams {
    /// What a proof may cost; the root has been tried before the search.
    pub fn proofs(&self, is_root: bool) -> Option<Spending> {
        let (small, large) = (self.proof_inner, self.proof_inner_large);
        (!is_root && small + large > 0).then_some(Spending { small, large, points: self.proof_points })
    }

    pub fn first_proof(&self) -> Spending {
        Spending { small: self.proof_first, large: self.proof_first_large, points: self.proof_points }
    }
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
mod tests;
