//! Joseki: the next moves of corner sequences that professionals have played often, where their conditions hold.

use gosedai_board::{Color, Point};
use gosedai_explain::Evidence;
use gosedai_knowledge::joseki::{Choice, JosekiNode};
use gosedai_recognition::GamePhase;

use super::corner::Corner;
use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() == GamePhase::Endgame {
        return;
    }
    let knowledge = scene.knowledge.clone();
    let urgent = scene.param("decision.joseki_urgent");
    let calm = scene.param("decision.joseki_calm");
    for corner in Corner::all(scene.board.size()) {
        let Some((moves, first)) = corner.sequence(scene.position) else { continue };
        let Some(path) = knowledge.joseki.follow(&moves) else { continue };
        let first = first.unwrap_or(scene.me);
        let mine = |node: &JosekiNode| node.mv.by_first == (scene.me == first);
        let next: Vec<&JosekiNode> = knowledge.joseki.next(path.last().copied()).filter(|node| mine(node)).collect();
        let all: f64 = next.iter().map(|node| f64::from(node.weight)).sum();
        // the corner is hot when the opponent has just played in it
        let hot = scene.position.last_move().and_then(|(_, mv)| mv.point()).is_some_and(|p| corner.place(p).is_some());
        for node in next {
            let at = corner.point(node.mv.at);
            if !scene.board.is_empty(at) || !node.when.iter().all(|&c| holds(scene, &corner, c)) {
                continue;
            }
            let share = f64::from(node.weight) / all.max(1.0);
            let value = if hot { urgent } else { calm } * share.sqrt();
            let evidence =
                Evidence::new(if node.name.is_empty() { "decision.joseki" } else { "decision.joseki_named" })
                    .arg("name", node.name.clone())
                    .arg("percent", 100.0 * share)
                    .arg("value", value);
            out.push(Intent::new(at, Purpose::Joseki, Role::Shape, value, evidence));
        }
    }
}

/// Is a joseki running in a corner: the last move was played there, the tree knows it, and it goes on?
pub fn running(scene: &Scene) -> Option<(Corner, Vec<Point>)> {
    let last = scene.position.last_move()?.1.point()?;
    for corner in Corner::all(scene.board.size()).filter(|c| c.place(last).is_some()) {
        let Some((moves, Some(first))) = corner.sequence(scene.position) else { continue };
        let Some(path) = scene.knowledge.joseki.follow(&moves) else { continue };
        let by_me = |node: &&JosekiNode| node.mv.by_first == (scene.me == first);
        let next: Vec<Point> = scene
            .knowledge
            .joseki
            .next(path.last().copied())
            .filter(by_me)
            .map(|node| corner.point(node.mv.at))
            .collect();
        if moves.len() >= 3 && !next.is_empty() {
            return Some((corner, next));
        }
    }
    None
}

fn holds(scene: &mut Scene, corner: &Corner, choice: Choice) -> bool {
    let has = |points: Vec<Point>, color: Color| points.iter().any(|&p| scene.board.at(p).is(color));
    let count = |points: Vec<Point>| points.iter().filter(|&&p| scene.board.is_empty(p)).count();
    match choice {
        Choice::SupportLeft => has(corner.left_side(), scene.me),
        Choice::SupportTop => has(corner.top_side(), scene.me),
        Choice::EnemyLeft => has(corner.left_side(), scene.enemy()),
        Choice::EnemyTop => has(corner.top_side(), scene.enemy()),
        Choice::OpenLeft => !has(corner.left_side(), scene.enemy()),
        Choice::OpenTop => !has(corner.top_side(), scene.enemy()),
        Choice::WiderLeft => count(corner.left_side()) >= count(corner.top_side()),
        Choice::Ladder(place) | Choice::NoLadder(place) => {
            let stone = corner.point(place);
            let works = scene.board.at(stone).is(scene.enemy()) && scene.can_capture(scene.board, stone);
            // the ladder cannot be read before the stone is there: the condition does not apply yet
            !scene.board.at(stone).is_stone() || works == matches!(choice, Choice::Ladder(_))
        }
    }
}
