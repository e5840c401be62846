//! The cases: each recognises a kind of situation and proposes moves for it, priced in points.
//!
//! To add one: a file here with what, why and an example in its doc; parameters in `knowledge/params/decision.toml`;
//! its sentences in `knowledge/lexicon/decision.*.txt`; a row in [`CASES`].

pub mod capture;
pub mod connection;
pub mod corner;
pub mod effect;
pub mod enclosure;
pub mod experience;
pub mod invasion;
pub mod joseki;
pub mod life;
pub mod moyo;
pub mod moyo_border;
pub mod opening;
pub mod rules;
pub mod separation;
pub mod side;

use crate::intent::Intent;
use crate::scene::Scene;

/// A kind of situation.
pub struct Case {
    pub name: &'static str,
    /// Parameter by which its values are multiplied, to make its points comparable with those of the other cases.
    pub weight: &'static str,
    pub propose: fn(&mut Scene, &mut Vec<Intent>),
}

/// All cases, the twelve of 1988 and what was added since (tesuji, opening by PON, effect, experience).
pub const CASES: &[Case] = &[
    Case { name: "joseki", weight: "weight.joseki", propose: joseki::propose },
    Case { name: "side", weight: "weight.side", propose: side::propose },
    Case { name: "contact", weight: "weight.contact", propose: rules::contact },
    Case { name: "tesuji", weight: "weight.tesuji", propose: rules::tesuji },
    Case { name: "invasion", weight: "weight.invasion", propose: invasion::propose },
    Case { name: "endgame", weight: "weight.endgame", propose: rules::endgame },
    Case { name: "eye-space", weight: "weight.eye_space", propose: rules::eye_space },
    Case { name: "life", weight: "weight.life", propose: life::propose },
    Case { name: "moyo-border", weight: "weight.moyo_border", propose: moyo_border::propose },
    Case { name: "capture", weight: "weight.capture", propose: capture::propose },
    Case { name: "connection", weight: "weight.connection", propose: connection::propose },
    Case { name: "enclosure", weight: "weight.enclosure", propose: enclosure::propose },
    Case { name: "separation", weight: "weight.separation", propose: separation::propose },
    Case { name: "moyo", weight: "weight.moyo", propose: moyo::propose },
    Case { name: "opening", weight: "weight.opening", propose: opening::propose },
    Case { name: "effect", weight: "weight.effect", propose: effect::propose },
    Case { name: "experience", weight: "weight.experience", propose: experience::propose },
];

/// Runs the cases that are not switched off.
pub fn propose_all(scene: &mut Scene, off: &[String]) -> Vec<Intent> {
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| !off.iter().any(|name| name == case.name)) {
        let start = all.len();
        (case.propose)(scene, &mut all);
        let weight = scene.param(case.weight);
        for intent in &mut all[start..] {
            intent.case = case.name;
            intent.value = intent.points * weight;
        }
    }
    let (board, me) = (scene.board, scene.me);
    all.retain(|intent| intent.value > 0.0 && board.is_legal(intent.at, me));
    all
}
