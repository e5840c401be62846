//! Effect: what a natural move does to the groups and to the judgement, where no shape or plan names it.
//!
//! Each move that experience expects and no other case names is tried on the board: which groups become safer or less
//! safe, whether it threatens to take something that was safe, whether it prevents a capture, and whether it is among
//! the largest moves by the judgement. A jump into the centre, say, "makes the 4 stones at K10 safer: chance to live 55
//! % → 74 %".

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;
use gosedai_recognition::Class;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

/// Lines between a move and the stones it helps or presses.
const REACH: usize = 4;
/// Natural moves that are tried, and of these the first ones whose threats are read.
const TRIED: usize = 20;
const READ: usize = 10;
/// Changes of importance times chance to live below this many points are not mentioned.
const WORTH_SAYING: f64 = 0.5;
/// The chance itself must change by this much.
const CHANGE: f64 = 0.04;
/// A move is large if by the judgement it gains this share of the best tried move, and at least this many points.
const LARGE_SHARE: f64 = 0.6;
const LARGE_POINTS: f64 = 3.0;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let tried: Vec<Point> =
        scene.experience.iter().take(TRIED).map(|(at, _)| *at).filter(|&at| scene.is_legal(at)).collect();
    let me = scene.me;
    // the most expected moves set the scale for a large move
    let largest = tried.iter().take(5).map(|&at| scene.gain(at, me)).fold(0.0, f64::max);
    for (number, at) in tried.into_iter().enumerate() {
        // what another case names needs no second explanation
        if out.iter().any(|i| i.at == at) {
            continue;
        }
        groups(scene, at, out);
        if number < READ {
            threat(scene, at, out);
            prevention(scene, at, out);
        }
        let gain = scene.gain(at, me);
        if gain >= LARGE_POINTS && gain >= LARGE_SHARE * largest {
            let evidence = Evidence::new("decision.gain").arg("gain", gain).arg("value", gain);
            out.push(Intent::new(at, Purpose::Gain, Role::Territory, gain, evidence));
        }
    }
}

/// Groups whose chance to live the move changes.
fn groups(scene: &mut Scene, at: Point, out: &mut Vec<Intent>) {
    let me = scene.me;
    let Some(after) = scene.after(at, me) else { return };
    let mut best: [Option<Intent>; 2] = [None, None];
    for group in &scene.model.groups {
        if group.class == Class::Dead || group.stones.contains(at) || is_far(&group.stones, at) {
            continue;
        }
        let Some(now) = after.iter().find(|now| now.color == group.color && now.stones.contains(group.head)) else {
            continue;
        };
        let own = group.color == me;
        let change = (now.survival - group.survival) * if own { 1.0 } else { -1.0 };
        let value = change * group.importance.min(40.0);
        if change < CHANGE || value < WORTH_SAYING {
            continue;
        }
        let (name, role, rule) = if own {
            (Purpose::Safer, Role::Defence, "decision.safer")
        } else {
            (Purpose::Press, Role::Attack, "decision.press")
        };
        let evidence = Evidence::new(rule)
            .arg("stones", group.size)
            .arg("at", group.head)
            .arg("before", 100.0 * group.survival)
            .arg("after", 100.0 * now.survival)
            .arg("value", value)
            .mark("stones", group.stones);
        let intent = Intent::new(at, name, role, value, evidence).about(group.stones);
        let slot = &mut best[usize::from(own)];
        if slot.as_ref().is_none_or(|other| other.points < value) {
            *slot = Some(intent);
        }
    }
    out.extend(best.into_iter().flatten());
}

/// Too far away for a move to be about these stones, whatever the figures say.
fn is_far(stones: &PointSet, at: Point) -> bool {
    let lines = |p: Point| p.x().abs_diff(at.x()).max(p.y().abs_diff(at.y()));
    stones.iter().all(|p| lines(p) > REACH)
}

/// Enemy strings that were safe, and fall if the opponent plays elsewhere now.
fn threat(scene: &mut Scene, at: Point, out: &mut Vec<Intent>) {
    let Some(board) = scene.board_after(at, scene.me) else { return };
    for stone in strings_near(scene, at, false) {
        // with two liberties or fewer after the move a second one may take it
        if !board.at(stone).is(scene.enemy()) || board.liberty_count_to(stone, 4) > 2 {
            continue;
        }
        if scene.can_capture(scene.board, stone) {
            continue;
        }
        if scene.can_capture(&board, stone) {
            let stones = board.string_len(stone);
            let value = 0.5 * stones as f64;
            let target = board.string_set(stone);
            let evidence = Evidence::new("decision.threat")
                .arg("stones", stones)
                .arg("at", stone)
                .arg("value", value)
                .mark("stones", target);
            out.push(Intent::new(at, Purpose::Threat, Role::Attack, value, evidence).about(target));
            return;
        }
    }
}

/// Own strings that the opponent would take by playing there first.
fn prevention(scene: &mut Scene, at: Point, out: &mut Vec<Intent>) {
    let enemy = scene.enemy();
    for stone in strings_near(scene, at, true) {
        if scene.board.liberty_count_to(stone, 5) > 3 || scene.captured_after(at, enemy, stone) != Some(true) {
            continue;
        }
        let stones = scene.board.string_len(stone);
        let value = stones as f64;
        let target = scene.board.string_set(stone);
        let evidence = Evidence::new("decision.prevent")
            .arg("stones", stones)
            .arg("at", stone)
            .arg("value", value)
            .mark("stones", target);
        out.push(Intent::new(at, Purpose::Prevent, Role::Defence, value, evidence).about(target));
        return;
    }
}

/// One stone of every string beside a point, diagonals included.
fn strings_near(scene: &Scene, at: Point, own: bool) -> Vec<Point> {
    let color = if own { scene.me } else { scene.enemy() };
    let mut found: Vec<Point> = Vec::new();
    for p in at.neighbours().into_iter().chain(at.diagonals()) {
        if scene.board.at(p).is(color) && !found.iter().any(|&q| scene.board.same_string(p, q)) {
            found.push(p);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::Mind;
    use gosedai_board::{Color, Position, Rules, diagram};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    /// Intentions of the case for one natural move.
    fn proposed(text: &str, to_play: Color, at: &str) -> Vec<Intent> {
        let position = Position::from_board(diagram::parse(text).unwrap(), to_play, Rules::CHINESE, 7.0);
        let knowledge = Knowledge::embedded();
        let model = recognise(&position, &knowledge);
        let mut mind = Mind::new(knowledge, 1000);
        let natural = [(at.parse().unwrap(), 1.0)];
        let mut scene = Scene::new(&position, &model, &natural, &mut mind);
        let mut out = Vec::new();
        propose(&mut scene, &mut out);
        out
    }

    #[test]
    fn atari_is_a_threat_and_saving_from_it_a_prevention() {
        let board = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . X O . . . .
            . . . . X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        // white has one liberty: black takes it, so that is not a threat; white prevents it
        let taken = proposed(board, Color::Black, "F5");
        assert!(!taken.iter().any(|i| i.purpose == Purpose::Threat), "{taken:?}");
        let saved = proposed(board, Color::White, "F5");
        assert!(saved.iter().any(|i| i.purpose == Purpose::Prevent && i.target.len() == 1), "{saved:?}");
        // an atari that can be answered by connecting: the stone was safe, and falls if the atari is not answered
        let open = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . O X . X . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let threat = proposed(open, Color::White, "E4");
        assert!(threat.iter().any(|i| i.purpose == Purpose::Threat && i.target.len() == 1), "{threat:?}");
    }

    #[test]
    fn a_jump_out_makes_a_shut_in_group_safer() {
        let board = "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . O . . . O . . . .
            . . . . O . . . O . . . .
            . . . . O . X . O . . . .
            . . . . O . X . O . . . .
            . . . . O . X . O . . . .
            . . . . . . . . . . . . .";
        let out = proposed(board, Color::Black, "G6");
        let safer = out.iter().find(|i| i.purpose == Purpose::Safer).unwrap_or_else(|| panic!("{out:?}"));
        assert_eq!(safer.target.len(), 3);
        assert!(safer.points >= WORTH_SAYING);
    }
}
