//! `bench recognition GAMES`: how quick the recognition of middle-game positions is from scratch, whether a used
//! recogniser sees what a new one sees, and whether the phase is what sense says.

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_engine::{ApiError, Context, files};
use gosedai_knowledge::Knowledge;
use gosedai_reading::Reader;
use gosedai_recognition::{Ask, GamePhase, QuickAsk, Recogniser};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use std::sync::Arc;
use std::time::Instant;

use super::Figures;

/// Nodes a question may cost where reading is measured.
const READING_NODES: u64 = 100;
/// Where the middle game begins and ends.
const FROM: usize = 60;
const TO: usize = 200;
/// Rounds of which the best counts.
const ROUNDS: usize = 10;
/// Games looked at.
const GAMES: usize = 30;
/// Games whose phases are looked at.
const PHASE_GAMES: usize = 400;

/// Mean seconds a position takes from scratch. The best of all rounds counts, position by position: other programs disturb
/// some of them.
fn from_scratch<'a>(
    positions: impl Iterator<Item = &'a Position> + Clone,
    rounds: usize,
    knowledge: &Arc<Knowledge>,
    reader: &dyn Fn() -> Box<dyn Ask>,
) -> f64 {
    let mut recogniser = Recogniser::new(knowledge.clone());
    let mut best = vec![f64::MAX; positions.clone().count()];
    for _ in 0..rounds {
        for (position, best) in positions.clone().zip(&mut best) {
            let mut ask = reader();
            let clock = Instant::now();
            std::hint::black_box(recogniser.recognise(position, &mut *ask));
            *best = best.min(clock.elapsed().as_secs_f64());
        }
    }
    best.iter().sum::<f64>() / best.len().max(1) as f64
}

/// Time to recognise middle-game positions of games given.
pub fn recognition(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let knowledge = cx.knowledge()?;
    let mut games: Vec<Vec<Position>> = Vec::new();
    for game in files::games(args).flatten().take(GAMES) {
        let tree = &game.record.game;
        let line = replay::main_line(tree);
        let Ok(end) = replay::replay(tree, &line, None, Overrides::default()) else { continue };
        let Ok(start) = replay::replay(tree, &line, Some(FROM), Overrides::default()) else { continue };
        let moves: Vec<(Color, Move)> = end.position.moves().take(TO).skip(FROM).collect();
        if moves.len() < 50 {
            continue;
        }
        let mut position = start.position;
        let played = moves.into_iter().map_while(|(color, mv)| {
            position.play_as(color, mv).ok()?;
            Some(position.clone())
        });
        games.push(played.collect());
    }
    if games.is_empty() {
        return Err(ApiError::bad("args", "say which games: bench recognition GAMES"));
    }
    let quick = || -> Box<dyn Ask> { Box::new(QuickAsk) };
    let reading = || -> Box<dyn Ask> { Box::new(Reader::proving(READING_NODES)) };
    // in an order in which none comes after one that is like it, which the processor would have in its memory
    let mut shuffled: Vec<&Position> = games.iter().flatten().step_by(3).collect();
    Rng::new(1).shuffle(&mut shuffled);
    let ways = [
        ("in the order of the games", from_scratch(games.iter().flatten(), ROUNDS, &knowledge, &quick)),
        ("every third position, shuffled", from_scratch(shuffled.iter().copied(), ROUNDS, &knowledge, &quick)),
        ("with reading", from_scratch(games.iter().take(3).flatten(), 1, &knowledge, &reading)),
    ];
    let mut figures = Figures::new();
    figures.insert("models that differ from those of a new recogniser".into(), json!(differences(&games, &knowledge)));
    figures.insert("positions (moves 60 to 200)".into(), json!(games.iter().flatten().count()));
    for (name, seconds) in ways {
        figures.insert(format!("{name}: from scratch (microseconds)"), json!((seconds * 1e7).round() / 10.0));
    }
    phases(args, cx, &mut figures)?;
    Ok(figures)
}

/// What the phase says, every tenth move, where sense knows it: the first thirty moves are the opening, moves 70 to 180 the
/// middle game, and the end of a game that was counted the endgame.
fn phases(args: &[String], cx: &Context, figures: &mut Figures) -> Result<(), ApiError> {
    let mut recogniser = Recogniser::new(cx.knowledge()?);
    let expected = [GamePhase::Opening, GamePhase::Middle, GamePhase::Endgame];
    let mut right = [[0usize; 2]; 3];
    let mut ask = QuickAsk;
    let mut note = |position: &Position, place: usize| {
        let phase = recogniser.recognise(position, &mut ask).judgement.phase;
        right[place][0] += 1;
        right[place][1] += usize::from(phase == expected[place]);
    };
    for game in files::games(args).flatten().take(PHASE_GAMES) {
        let tree = &game.record.game;
        let line = replay::main_line(tree);
        let Ok(end) = replay::replay(tree, &line, None, Overrides::default()) else { continue };
        let mut position = end.position;
        let result = tree.root().raw("RE").and_then(|re| re.split_once('+'));
        if result.is_some_and(|(_, margin)| margin.parse::<f64>().is_ok()) {
            note(&position, 2);
        }
        while position.undo() {
            match position.move_number() {
                number if !number.is_multiple_of(10) => {}
                10..=30 => note(&position, 0),
                70..=180 => note(&position, 1),
                _ => {}
            }
        }
    }
    let names = ["opening, moves 10 to 30", "middle game, moves 70 to 180", "endgame, ends of counted games"];
    for (name, [all, right]) in names.into_iter().zip(right) {
        let share = (right as f64 / all.max(1) as f64 * 1000.0).round() / 1000.0;
        figures.insert(format!("phase right: {name}"), json!(share));
        figures.insert(format!("phase positions: {name}"), json!(all));
    }
    Ok(())
}

/// A recogniser that has seen other positions, forwards and back again, must see every position as a new one does.
fn differences(games: &[Vec<Position>], knowledge: &Arc<Knowledge>) -> usize {
    let mut used = Recogniser::new(knowledge.clone());
    let there_and_back = games.iter().flat_map(|game| game.iter().step_by(3).chain(game.iter().rev().step_by(7)));
    let differs = |position: &&Position| {
        let fresh = Recogniser::new(knowledge.clone()).recognise(position, &mut QuickAsk);
        used.recognise(position, &mut QuickAsk) != fresh
    };
    there_and_back.filter(differs).count()
}
