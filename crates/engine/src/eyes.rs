//! `eyes`: how many eyes a group can make, as a game.

use gosedai_board::Color;
use gosedai_explain::Evidence;
use gosedai_worth::{EyeError, analyse_eyes_in};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::race::stone;
use crate::{ApiError, Command, Context, GameInput, games};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Eyes {
    #[serde(flatten)]
    pub game: GameInput,
    /// A stone of the group.
    pub target: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EyesAnswer {
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    /// Stones counted as one group.
    pub stones: Vec<String>,
    /// Landman's value of the whole group (eye games cooled by one degree); several spaces are written as a sum.
    pub value: Option<String>,
    /// Eyes with best play when Black moves first, two at most.
    pub eyes_black_first: Option<i64>,
    pub eyes_white_first: Option<i64>,
    pub lives_black_first: Option<bool>,
    pub lives_white_first: Option<bool>,
    pub spaces: Vec<SpaceAnswer>,
    /// Every space was searched: otherwise areas that are open or too large are left out, and there may be eyes in them.
    pub complete: bool,
    /// The same in sentences.
    pub reasons: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SpaceAnswer {
    pub points: Vec<String>,
    pub game: Option<String>,
    pub chilled: Option<String>,
    /// The defender's best move and the attacker's, where there is something to decide.
    pub make: Option<String>,
    pub destroy: Option<String>,
}

impl Command for Eyes {
    const NAME: &'static str = "eyes";
    const ABOUT: &'static str = "eye-space value of a group";
    type Response = EyesAnswer;

    fn run(self, cx: &Context) -> Result<EyesAnswer, ApiError> {
        let loaded = self.game.load()?;
        let board = loaded.position.board();
        let target = stone(board, "target", &self.target)?;
        let found = games::until_asked_to_stop(cx, "target", |arena| {
            let mut report = analyse_eyes_in(arena, board, target)?;
            report.arena.let_finish();
            Ok(report)
        })?;
        let mut report = found.map_err(|e: EyeError| ApiError::bad("target", e))?;
        let mut spaces = Vec::new();
        for r in &report.regions {
            // where the number of eyes is settled nobody needs a move
            let is_settled = r.space.is_some_and(|s| report.arena.as_number(s.game).is_some());
            let [make, destroy] = r.vital.map(|point| point.filter(|_| !is_settled).map(|p| p.to_string()));
            spaces.push(SpaceAnswer {
                points: r.points.iter().map(|p| p.to_string()).collect(),
                game: r.space.map(|s| report.arena.name(s.game)),
                chilled: r.space.map(|s| report.arena.name(s.chilled)),
                make,
                destroy,
            });
        }
        let names: Vec<String> = spaces.iter().filter_map(|s| s.chilled.clone()).collect();
        let value = match names.len() {
            0 => "0".to_string(),
            _ => names.join(" + "),
        };
        let (knowledge, _) = cx.load_knowledge()?;
        let mut evidence = Vec::new();
        if let [Some(first), Some(second)] = report.eyes {
            let text = Evidence::new("eyes.value").arg("color", report.defender).arg("value", value.clone());
            evidence.push(text.arg("first", first).arg("second", second));
        }
        for (r, s) in report.regions.iter().zip(&spaces) {
            if let (Some(make), Some(destroy), Some(chilled)) = (&s.make, &s.destroy, &s.chilled) {
                let text = Evidence::new("eyes.space").arg("points", r.points).arg("value", chilled.clone());
                evidence.push(text.arg("make", make.clone()).arg("destroy", destroy.clone()));
            } else if let Some(chilled) = &s.chilled {
                evidence.push(Evidence::new("eyes.settled").arg("points", r.points).arg("value", chilled.clone()));
            }
        }
        for r in report.regions.iter().filter(|r| r.space.is_none()) {
            evidence.push(Evidence::new("eyes.open").arg("points", r.points));
        }
        let lexicon = knowledge.lexicon(cx.lang());
        let reasons = evidence.iter().map(|e| lexicon.sentence(e)).collect();
        // index 0: the defender first
        let lives = [report.lives(true), report.lives(false)];
        let (b, w) = if report.defender == Color::Black { (0, 1) } else { (1, 0) };
        Ok(EyesAnswer {
            color: report.defender.to_string(),
            stones: report.group.iter().map(|p| p.to_string()).collect(),
            value: (report.complete || !names.is_empty()).then_some(value),
            eyes_black_first: report.eyes[b],
            eyes_white_first: report.eyes[w],
            lives_black_first: lives[b],
            lives_white_first: lives[w],
            spaces,
            complete: report.complete,
            reasons,
        })
    }
}
