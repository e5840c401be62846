//! `peep`: the objects of a position without reading or decision, quick enough for overlays that follow every step.

use crate::seen::seen;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::explain::{self, FamilyReport, GroupReport, JudgementReport, LinkReport, StringReport, objects};
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Peep {
    #[serde(flatten)]
    pub game: GameInput,
}

/// The part of `explain` that recognition alone can answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Peeped {
    pub size: [usize; 2],
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub strings: Vec<StringReport>,
    pub links: Vec<LinkReport>,
    pub groups: Vec<GroupReport>,
    pub families: Vec<FamilyReport>,
    /// Row by row from the top.
    pub potential: Vec<Vec<i32>>,
    pub judgement: JudgementReport,
}

impl Command for Peep {
    const NAME: &'static str = "peep";
    const ABOUT: &'static str = "strings, links, groups, families, potential and judgement, without candidates";
    type Response = Peeped;

    fn run(self, cx: &Context) -> Result<Peeped, ApiError> {
        let loaded = self.game.load()?;
        let knowledge = cx.knowledge()?;
        let seen = seen(cx, &loaded.position)?;
        let (estimate, model) = (&seen.estimate, &seen.model);
        let lexicon = knowledge.lexicon(cx.lang());
        Ok(Peeped {
            size: [model.size.width(), model.size.height()],
            to_play: loaded.position.to_play().to_string(),
            strings: objects::strings(model, lexicon),
            links: objects::links(model, &knowledge, lexicon),
            groups: objects::groups(model, lexicon),
            families: objects::families(model, lexicon),
            potential: explain::potential_rows(model),
            judgement: objects::judgement(model, estimate, lexicon),
        })
    }
}
