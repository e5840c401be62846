//! Where two moyos meet: points that enlarge ours and reduce theirs at once (天王山).

use gosedai_board::{Color, PointSet};
use gosedai_explain::Evidence;
use gosedai_recognition::GamePhase;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() == GamePhase::Endgame {
        return;
    }
    let least = scene.param("decision.moyo_least") as usize;
    let model = scene.model;
    let land = |color: Color| {
        model
            .families
            .iter()
            .filter(|f| f.color == color && f.size >= least)
            .fold(PointSet::EMPTY, |all, f| all.union(&f.points))
    };
    let near = |set: &PointSet| set.grown().grown();
    let meeting = near(&land(Color::Black)).intersection(&near(&land(Color::White)));
    let size = scene.board.size();
    let bonus = scene.param("decision.border_bonus");
    let places: Vec<_> = meeting
        .iter()
        .filter(|p| size.contains(*p) && scene.board.is_empty(*p) && p.line(size) >= 4)
        .filter(|p| p.neighbours().iter().all(|&n| scene.board.is_empty(n)))
        .filter(|p| (p.x() + p.y()) % 2 == 0)
        .take(20)
        .collect();
    for at in places {
        let (mine, theirs) = (scene.gain(at, scene.me), scene.gain(at, scene.enemy()));
        if mine.min(theirs) <= 1.0 {
            continue;
        }
        let value = bonus * mine.min(theirs);
        let evidence = Evidence::new("decision.border")
            .arg("ours", mine)
            .arg("theirs", theirs)
            .arg("value", value)
            .mark("area", meeting);
        out.push(Intent::new(at, Purpose::Border, Role::Territory, value, evidence));
    }
}
