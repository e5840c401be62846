//! The dead-group adjustment: find links and groups, see which groups are dead, repeat without these until nothing
//! changes.

use crate::distance::Ground;
use crate::figures::measure;
use crate::gather::{gather, label};
use crate::groups::{Class, Group};
use crate::life::{self, Judge};
use crate::links::Links;
use crate::model::Round;
use crate::potential::Potential;
use crate::questions::Questions;
use crate::recognise::Tools;
use crate::strings::Strings;
use crate::survival;
use crate::view::View;
use gosedai_board::{CELLS, Color, PointSet};
use gosedai_worth::EyeBook;

/// Rounds after which the adjustment stops even if something still changes.
const MOST_ROUNDS: usize = 5;

/// The last round, and the rounds before it.
pub(crate) struct Adjusted<'a> {
    pub view: View<'a>,
    pub links: Links,
    /// Complete except for their strengths.
    pub groups: Vec<Group>,
    pub group_at: Box<[u16; CELLS]>,
    pub rounds: Vec<Round>,
    pub settled: bool,
}

pub(crate) fn adjust<'a>(
    board: &View<'a>,
    strings: &Strings,
    to_play: Color,
    tools: &Tools,
    eyes: &mut EyeBook,
    questions: &mut Questions,
) -> Adjusted<'a> {
    let mut rounds = Vec::new();
    let mut dead = strings.dead_stones();
    let mut before = Vec::new();
    loop {
        let view = board.with_dead(dead);
        let links = Links::new(&view, tools.geometry, tools.knowledge, questions);
        let mut groups = gather(&view, strings, &links);
        let group_at = label(&groups);
        measure(&mut groups, &group_at, &links, &view, tools, eyes);
        life::first_look(&mut groups, &before, &view, strings, tools.settings, questions);
        let judge = Judge {
            tools,
            view: &view,
            strings,
            ground: Ground::new(&view, &group_at),
            potential: Potential::of(&view.living, tools.geometry),
            progress: survival::progress(view.all_stones().len()),
            to_play,
        };
        // only a surrounded group can turn out dead: the others are judged in the last round
        judge.judge(&mut groups, Group::is_surrounded, questions);
        life::free_prisoners(&mut groups, view.board, questions);
        life::settle_races(&mut groups, questions.owners());
        rounds.push(Round { dead, groups: groups.len() });
        let more = dead_stones(&groups);
        let settled = more == dead;
        if settled || rounds.len() == MOST_ROUNDS {
            judge.judge(&mut groups, |group| !group.is_surrounded(), questions);
            return Adjusted { view, links, groups, group_at, rounds, settled };
        }
        dead = more;
        before = groups;
    }
}

/// The stones of groups found dead.
fn dead_stones(groups: &[Group]) -> PointSet {
    let dead = groups.iter().filter(|group| group.class == Class::Dead);
    dead.fold(PointSet::EMPTY, |all, group| all.union(&group.stones))
}
