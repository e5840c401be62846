//! The judgement of middle-game positions, summed up again from the other attributes: every settled point has its rule,
//! every other point counts by its potential, and stones that may die by their chance.

use gosedai_board::{Color, Point, Position};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{Class, GamePhase, PositionModel, QuickAsk, Recogniser, Standing};
use gosedai_records::replay::{self, Overrides};

/// A game of masters after so many moves.
fn masters(moves: usize) -> Position {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");
    let bytes = std::fs::read(path).unwrap();
    let record = &gosedai_records::read_games(&bytes, gosedai_records::ReadOptions::default()).unwrap()[0];
    let line = replay::main_line(&record.game);
    replay::replay(&record.game, &line, Some(moves), Overrides::default()).unwrap().position
}

/// Why a point may be settled for a colour.
fn is_justified(point: Point, color: Color, position: &Position, model: &PositionModel) -> bool {
    let size = position.size();
    let toward = |p: Point| model.potential.at(p) * color.sign();
    let beside = || point.neighbours().into_iter().filter(|&p| size.contains(p));
    let living_stone = |p: Point| {
        let group = model.group_at(p);
        group.is_some_and(|g| g.color == color && matches!(g.class, Class::Alive | Class::Stable))
    };
    let dead_enemy = model.group_at(point).is_some_and(|g| g.color != color && g.class == Class::Dead);
    let deep = toward(point) >= 100 || (toward(point) > 0 && beside().all(|p| toward(p) >= 80));
    living_stone(point) || dead_enemy || deep || is_walled_in(point, color, position, model)
}

/// Do sure stones of this colour alone, and the edge, shut the point in?
fn is_walled_in(point: Point, color: Color, position: &Position, model: &PositionModel) -> bool {
    let sure =
        |p: Point| model.group_at(p).filter(|g| matches!(g.class, Class::Alive | Class::Stable)).map(|g| g.color);
    let (mut seen, mut open) = (vec![point], vec![point]);
    while let Some(at) = open.pop() {
        for next in at.neighbours().into_iter().filter(|&p| position.size().contains(p)) {
            match sure(next) {
                Some(owner) if owner != color => return false,
                None if !seen.contains(&next) => {
                    seen.push(next);
                    open.push(next);
                }
                _ => {}
            }
        }
    }
    true
}

#[test]
fn a_middle_game_position_is_judged_by_the_rules() {
    let knowledge = Knowledge::embedded();
    for moves in [90, 126, 160] {
        let position = masters(moves);
        let model = Recogniser::new(knowledge.clone()).recognise(&position, &mut QuickAsk);
        let j = &model.judgement;
        assert_eq!(j.phase, GamePhase::Middle, "move {moves}");
        let mut expected = [0.0; 2];
        for color in Color::BOTH {
            let own = &j.territory[color.index()];
            assert!(!own.intersects(&j.territory[color.opponent().index()]), "nobody owns a point twice");
            for point in own.iter() {
                assert!(is_justified(point, color, &position, &model), "move {moves}: {point} for {color}");
            }
            expected[color.index()] += own.len() as f64;
        }
        let weak = |point: Point| model.group_at(point).filter(|g| g.class.is_weak());
        for point in position.size().points() {
            if let Some(group) = weak(point) {
                let worth = 2.0 * group.survival - 1.0;
                let side = if worth >= 0.0 { group.color } else { group.color.opponent() };
                expected[side.index()] += worth.abs();
            } else if !j.territory.iter().any(|set| set.contains(point)) {
                let worth = f64::from(knowledge.equivalent.thousandths(model.potential.at(point))) / 1000.0;
                expected[usize::from(worth < 0.0)] += worth.abs();
            }
        }
        for (i, sum) in expected.into_iter().enumerate() {
            assert!((j.points[i] - sum).abs() < 1e-6, "move {moves}: {} against {sum}", j.points[i]);
        }
        assert!((j.score - (j.points[0] - j.points[1] - j.compensation)).abs() < 1e-9);
        let lead = j.score * f64::from(position.to_play().sign());
        assert_eq!(j.standing, Standing::of(lead, j.even_margin));
        // both sides of an even game between masters have points of both kinds
        assert!(j.moyo_points.iter().all(|&points| points > 10.0) && j.score.abs() < 40.0, "{j:?}");
    }
}
