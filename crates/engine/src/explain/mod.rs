//! `explain`: everything recognition sees in a position, with reasons.

mod brief;
pub(crate) mod candidates;
pub(crate) mod objects;
mod reasons;

pub use brief::Brief;
pub use candidates::{Candidate, CandidateReason, Habit, Plan, RemovedReason, ThreatReport};
pub use objects::{FamilyReport, GroupReport, JudgementReport, LinkReport, Sides, StringReport};
pub use reasons::{Area, Reason};

use gosedai_board::diagram;
use gosedai_recognition::PositionModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::players::Thinker;
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Explain {
    #[serde(flatten)]
    pub game: GameInput,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explained {
    pub size: [usize; 2],
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub move_number: usize,
    pub diagram: String,
    /// What a player would say first.
    pub brief: Brief,
    pub strings: Vec<StringReport>,
    pub links: Vec<LinkReport>,
    pub groups: Vec<GroupReport>,
    pub families: Vec<FamilyReport>,
    /// Potential of every point, row by row from the top.
    pub potential: Vec<Vec<i32>>,
    pub judgement: JudgementReport,
    pub plan: Plan,
    pub candidates: Vec<Candidate>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

impl Command for Explain {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str = "strings, links, groups, families, judgement and reasons";
    type Response = Explained;

    fn run(self, cx: &Context) -> Result<Explained, ApiError> {
        let loaded = self.game.load()?;
        let knowledge = cx.knowledge()?;
        let thought = Thinker::new(knowledge.clone(), cx)?.think_for(&loaded.position, cx)?;
        let model = &thought.model;
        let lexicon = knowledge.lexicon(cx.lang());
        let board = loaded.position.board();
        Ok(Explained {
            size: [board.size().width(), board.size().height()],
            to_play: loaded.position.to_play().to_string(),
            move_number: loaded.position.move_number(),
            diagram: diagram::render(board),
            brief: Brief::of(&loaded.position, &thought, lexicon),
            strings: objects::strings(model, lexicon),
            links: objects::links(model, &knowledge, lexicon),
            groups: objects::groups(model, lexicon),
            families: objects::families(model, lexicon),
            potential: potential_rows(model),
            judgement: objects::judgement(model, &thought.estimate, lexicon),
            plan: candidates::plan(&thought.decision, lexicon),
            candidates: candidates::candidates(&thought.decision, lexicon),
            mv: Some(thought.decision.best.to_string()),
        })
    }
}

pub(crate) fn potential_rows(model: &PositionModel) -> Vec<Vec<i32>> {
    let size = model.size;
    (0..size.height())
        .rev()
        .map(|y| (0..size.width()).map(|x| model.potential.at(gosedai_board::Point::new(x, y))).collect())
        .collect()
}
