//! Capture-position optimiser: of all moves that capture or escape by reading, it keeps the one with the most other
//! value.
//!
//! The seed's example: D2 rather than E3, because D2 takes the stones *and* does something else.

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;

use crate::intent::{CaseName, Intent};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut [Intent]) {
    let captures: Vec<usize> =
        (0..intents.len()).filter(|&i| intents[i].case == CaseName::Capture && intents[i].counts()).collect();
    for index in captures {
        let (at, target) = (intents[index].at, intents[index].target);
        let others = |at: Point, intents: &[Intent]| -> f64 {
            intents.iter().filter(|i| i.at == at && i.counts() && i.target != target).map(|i| i.value).sum()
        };
        let here = others(at, intents);
        // only points that are worth more for other reasons need to be read
        let mut rivals: Vec<(f64, Point)> = near(scene, &target)
            .iter()
            .filter(|&p| p != at && scene.is_legal(p))
            .map(|p| (others(p, intents), p))
            .filter(|(value, _)| *value > here + 0.5)
            .collect();
        rivals.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (value, point) in rivals.into_iter().take(4) {
            if achieves(scene, point, &target) {
                let intent = &mut intents[index];
                intent.evidence = Evidence::new("adjust.capture_point")
                    .arg("from", at)
                    .arg("to", point)
                    .arg("more", value - here)
                    .because(intent.evidence.clone());
                intent.at = point;
                break;
            }
        }
    }
}

/// Liberties of the target and the points around it.
fn near(scene: &Scene, target: &PointSet) -> PointSet {
    target.grown().grown().intersection(&scene.board.empty_set())
}

fn achieves(scene: &mut Scene, point: Point, target: &PointSet) -> bool {
    let Some(stone) = target.first() else { return false };
    let mine = scene.board.at(stone).is(scene.me);
    let me = scene.me;
    match scene.captured_after(point, me, stone) {
        Some(captured) => captured != mine,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::Mind;
    use crate::intent::{Purpose, Role};
    use gosedai_board::{Color, Position, Rules, diagram};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    /// The seed's example, rebuilt: E3 and D2 both take the white stone, but D2 also joins our stones, so D2 is chosen.
    #[test]
    fn d2_rather_than_e3() {
        let board = diagram::parse(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X X . . . .
            . . X O . . . . .
            . . X . X X . . .
            . . . . . . . . .",
        )
        .unwrap();
        let position = Position::from_board(board, Color::Black, Rules::CHINESE, 7.0);
        let knowledge = Knowledge::embedded();
        let model = recognise(&position, &knowledge);
        let mut mind = Mind::new(knowledge, 2000);
        let mut scene = Scene::new(&position, &model, &[], &mut mind);
        let at = |p: &str| p.parse::<Point>().unwrap();
        let stone: PointSet = [at("D3")].into_iter().collect();
        let ours: PointSet = [at("C2"), at("E2")].into_iter().collect();
        let intent = |point: &str, case, value, target| {
            let mut intent =
                Intent::new(at(point), Purpose::Shape, Role::Attack, value, Evidence::new("test")).about(target);
            intent.case = case;
            intent
        };
        let mut intents =
            vec![intent("E3", CaseName::Capture, 4.0, stone), intent("D2", CaseName::Connection, 3.0, ours)];
        adjust(&mut scene, &mut intents);
        assert_eq!(intents[0].at, at("D2"), "the capture moves to the point with the most other value");
        assert_eq!(intents[0].evidence.rule, "adjust.capture_point");

        // without the other purpose it stays
        let mut intents = vec![intent("E3", CaseName::Capture, 4.0, stone)];
        adjust(&mut scene, &mut intents);
        assert_eq!(intents[0].at, at("E3"));
    }
}
