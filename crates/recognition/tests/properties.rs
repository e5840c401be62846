//! Properties: a model depends on the position alone; turning the board or swapping the colours changes nothing but names.

use gosedai_board::{Board, Color, Move, Point, PointSet, Position, Rng, Rules, Size, Symmetry, playout};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{PositionModel, QuickAsk, Recogniser, Setting};
use gosedai_records::replay::{self, Overrides};

/// A random game that looks a little like one: moves near the last ones are preferred.
fn random_position(size: Size, moves: usize, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = Position::new(size, Rules::CHINESE, 7.5);
    for _ in 0..moves {
        play_random(&mut position, &mut rng);
    }
    position
}

fn play_random(position: &mut Position, rng: &mut Rng) {
    let last = position.last_move().and_then(|(_, mv)| mv.point());
    for _ in 0..20 {
        let Some(point) = playout::random_move(position.board(), position.to_play(), rng) else { break };
        let near = last.is_none_or(|last| last.chebyshev(point) <= 4);
        if (near || rng.below(4) == 0) && position.play(Move::Play(point)).is_ok() {
            return;
        }
    }
    let _ = position.play(Move::Pass);
}

fn fresh(position: &Position) -> PositionModel {
    Recogniser::new(Knowledge::embedded()).recognise(position, &mut QuickAsk)
}

/// A recogniser that has seen other positions sees what a new one sees; games go on, back and on again.
#[test]
fn a_used_recogniser_sees_what_a_new_one_sees() {
    for (seed, size, moves) in [(1, 19, 260), (3, 13, 150), (4, 9, 90), (5, 7, 60), (8, 19, 150)] {
        let size = Size::square(size).unwrap();
        let mut rng = Rng::new(seed);
        let mut position = Position::new(size, Rules::CHINESE, 7.5);
        let mut used = Recogniser::new(Knowledge::embedded());
        for step in 0..moves {
            if rng.below(12) == 0 {
                for _ in 0..=rng.below(5) {
                    position.undo();
                }
            } else {
                play_random(&mut position, &mut rng);
            }
            let seen = used.recognise(&position, &mut QuickAsk);
            if let Some(difference) = seen.first_difference(&fresh(&position)) {
                panic!("seed {seed} step {step}: {difference}\n{:?}", position.board());
            }
        }
    }
}

/// The same in a game of masters, back and on again.
#[test]
fn a_used_recogniser_sees_a_game_of_masters_as_a_new_one_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");
    let bytes = std::fs::read(path).unwrap();
    let record = &gosedai_records::read_games(&bytes, gosedai_records::ReadOptions::default()).unwrap()[0];
    let line = replay::main_line(&record.game);
    let mut position = replay::replay(&record.game, &line, None, Overrides::default()).unwrap().position;
    let moves: Vec<(Color, Move)> = position.moves().collect();
    let mut used = Recogniser::new(Knowledge::embedded());
    let mut compare = |position: &Position| {
        let seen = used.recognise(position, &mut QuickAsk);
        if let Some(difference) = seen.first_difference(&fresh(position)) {
            panic!("move {}: {difference}", position.move_number());
        }
    };
    while position.undo() {
        if position.move_number().is_multiple_of(3) {
            compare(&position);
        }
    }
    for (color, mv) in moves {
        position.play_as(color, mv).unwrap();
        compare(&position);
    }
}

#[test]
fn nearness_is_mutual() {
    for seed in 0..20 {
        let model = fresh(&random_position(Size::NINETEEN, 40 + 10 * seed as usize, seed + 300));
        for (i, group) in model.groups.iter().enumerate() {
            for &(other, distance) in &group.near {
                let back = &model.groups[other as usize].near;
                assert!(back.contains(&(i as u16, distance)), "seed {seed}: {} is not near back", group.head);
            }
        }
    }
}

/// A model as sets of facts that do not depend on names or order, in the coordinates of a turned board.
fn facts(model: &PositionModel, turn: Symmetry, swap: bool) -> Vec<String> {
    let size = model.size;
    let point = |p: Point| turn.apply(p, size);
    let set =
        |s: &PointSet| s.iter().map(point).collect::<PointSet>().iter().map(|p| p.to_string()).collect::<String>();
    let color = |c: Color| if swap { c.opponent() } else { c };
    let mut out = Vec::new();
    for s in &model.strings {
        out.push(format!(
            "string {} {} {} {} {} {} {}",
            color(s.color),
            set(&s.stones),
            set(&s.liberties),
            s.key,
            s.status.name(),
            s.race,
            s.enemies.len()
        ));
    }
    for l in &model.links {
        let mut ends = [point(l.from).to_string(), point(l.to).to_string()];
        ends.sort();
        let between: PointSet = l.between().iter().copied().collect();
        out.push(format!(
            "link {} {ends:?} {} {} {:?} {} {} {}",
            color(l.color),
            l.edge,
            l.shape,
            l.state,
            l.strong,
            l.peeps,
            set(&between)
        ));
    }
    for g in &model.groups {
        let dame: Vec<String> = g.dame.orders.iter().map(set).collect();
        let mut areas: Vec<String> = g.regions.iter().map(|r| format!("{} {}", set(&r.points), r.half_eyes)).collect();
        areas.sort();
        let mut near: Vec<String> =
            g.near.iter().map(|(id, d)| format!("{}@{d}", set(&model.groups[*id as usize].stones))).collect();
        near.sort();
        out.push(format!(
            "group {} {} strings {} inner {} eyes {} dame {dame:?} enc {} room {:?} moves {} S {:.6} pon {} {} r {:.6} s {:.6} z {:.6} t {:.6} near {near:?} {:.6} {:.6} imp {:.3} {:?} {:?} {:?} {:?} lives {:.3} {:.3} radiates {} miai {} liberties {} areas {areas:?}",
            color(g.color), set(&g.stones), g.strings.len(), set(&g.inner), g.half_eyes, g.encirclement, g.room, g.moves,
            g.pon_size, g.pon_estimate, g.pon, g.r, g.pon_strength, g.z, g.t, g.strength_alone, g.strength, g.importance,
            g.class, g.reason, g.life.fate(), g.dame_kinds, g.survival, g.survival_first, g.radiates.abs(), set(&g.miai),
            set(&g.liberties)
        ));
    }
    for f in &model.families {
        out.push(format!(
            "family {} {} {} {} {} {} {:.6} {:.3} {}",
            color(f.color),
            set(&f.points),
            f.stones,
            f.side_length,
            set(&f.inner),
            f.encirclement,
            f.strength,
            f.importance,
            f.groups.len()
        ));
    }
    let sign = if swap { -1 } else { 1 };
    for p in size.points() {
        out.push(format!("potential {} {}", point(p), sign * model.potential.at(p)));
    }
    let j = &model.judgement;
    let order: [usize; 2] = if swap { [1, 0] } else { [0, 1] };
    for i in order {
        out.push(format!(
            "side {} {} {:.3} {:.3} {}",
            out.len(),
            set(&j.territory[i]),
            j.points[i],
            j.moyo_points[i],
            set(&model.blocking[i])
        ));
    }
    out.push(format!(
        "judgement {:.3} {:?} {:?} {:?} {:?} {:.4} {:.3} {}",
        f64::from(sign) * j.score,
        j.phase,
        j.openness,
        j.kind,
        j.standing,
        j.unsettled,
        j.fighting,
        set(&model.dead)
    ));
    out.push(format!("rounds {} {}", model.rounds.len(), model.settled));
    out.sort();
    out
}

fn compare(a: Vec<String>, b: Vec<String>, what: &str) {
    for (x, y) in a.iter().zip(&b) {
        assert_eq!(x, y, "{what}");
    }
    assert_eq!(a.len(), b.len(), "{what}");
}

fn look(board: &Board, to_play: Color, compensation: f64) -> PositionModel {
    Recogniser::new(Knowledge::embedded()).look(board, Setting { to_play, compensation }, &mut QuickAsk)
}

#[test]
fn turned_boards_are_seen_alike() {
    for seed in 0..6 {
        let (size, moves) = [(19, 120), (19, 220), (9, 40), (13, 90), (19, 60), (8, 30)][seed as usize];
        let position = random_position(Size::square(size).unwrap(), moves, seed + 100);
        let model = look(position.board(), position.to_play(), 0.0);
        for turn in Symmetry::ALL {
            let turned = look(&turn.apply_board(position.board()), position.to_play(), 0.0);
            compare(
                facts(&model, turn, false),
                facts(&turned, Symmetry::IDENTITY, false),
                &format!("seed {seed} {turn:?}"),
            );
        }
    }
}

#[test]
fn swapped_colours_are_seen_alike() {
    for seed in 0..8 {
        let position = random_position(Size::NINETEEN, 80 + 30 * seed as usize, seed + 200);
        let model = look(position.board(), position.to_play(), 7.5);
        let swapped = look(&position.board().swapped_colors(), position.to_play().opponent(), -7.5);
        compare(
            facts(&model, Symmetry::IDENTITY, true),
            facts(&swapped, Symmetry::IDENTITY, false),
            &format!("seed {seed}"),
        );
    }
}
