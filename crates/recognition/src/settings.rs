//! The parameters recognition uses, read once from the knowledge snapshot.

use gosedai_knowledge::Params;

/// Typed copy of `params/recognition.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub encirclement_order: usize,
    pub inner_largest: usize,
    pub strength_encirclement: f64,
    pub strength_area: f64,
    pub strength_friend: f64,
    pub strength_enemy: f64,
    pub class_stable: f64,
    pub class_weak: f64,
    pub class_dead: f64,
    pub dead_space: usize,
    pub owners_dead: f64,
    pub owners_hope: f64,
    pub owners_lives: f64,
    pub owners_alive: f64,
    pub survival: Vec<f64>,
    pub family_threshold: i32,
    pub territory_neighbours: i32,
    pub territory_point: i32,
    pub standing_even: f64,
    pub phase_opening: f64,
    pub phase_endgame: f64,
    pub phase_weak: usize,
    pub kind_fighting: f64,
    pub kind_moyo: f64,
    pub kind_territory: f64,
}

impl Settings {
    pub fn new(params: &Params) -> Settings {
        let n = |key: &str| params.number(key);
        Settings {
            encirclement_order: (n("encirclement.order") as usize).clamp(2, 4),
            inner_largest: n("inner.largest") as usize,
            strength_encirclement: n("strength.encirclement"),
            strength_area: n("strength.area"),
            strength_friend: n("strength.friend"),
            strength_enemy: n("strength.enemy"),
            class_stable: n("class.stable"),
            class_weak: n("class.weak"),
            class_dead: n("class.dead"),
            dead_space: n("class.dead_space") as usize,
            owners_dead: n("class.owners_dead"),
            owners_hope: n("class.owners_hope"),
            owners_lives: n("class.owners_lives"),
            owners_alive: n("class.owners_alive"),
            survival: params.list("survival.weights").to_vec(),
            family_threshold: n("family.threshold") as i32,
            territory_neighbours: n("territory.neighbours") as i32,
            territory_point: n("territory.point") as i32,
            standing_even: n("standing.even"),
            phase_opening: n("phase.opening"),
            phase_endgame: n("phase.endgame"),
            phase_weak: n("phase.weak") as usize,
            kind_fighting: n("kind.fighting"),
            kind_moyo: n("kind.moyo"),
            kind_territory: n("kind.territory"),
        }
    }
}
