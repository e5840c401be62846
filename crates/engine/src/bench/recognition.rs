//! `bench recognition GAMES`: how quick the recognition of middle-game positions is, from scratch and move by move, and
//! whether the phase is what sense says.

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_recognition::{Ask, GamePhase, QuickAsk, ReaderAsk, Recogniser};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use super::{Figures, Stopwatch};
use crate::{ApiError, Context, files};

/// Nodes a question may cost where reading is measured.
const READING_NODES: u64 = 100;
/// Where the middle game begins and ends.
const FROM: usize = 60;
const TO: usize = 200;
/// Rounds of which the best counts, game by game: other programs disturb some of them.
const ROUNDS: usize = 10;
/// Games looked at.
const GAMES: usize = 30;
/// Games whose phases are looked at.
const PHASE_GAMES: usize = 400;

/// A game as it stood when the middle game began, and the moves of it.
struct Middle {
    start: Position,
    moves: Vec<(Color, Move)>,
}

/// Seconds to follow the moves of a game, forgetting everything before each of them or nothing.
fn seconds(game: &Middle, recogniser: &mut Recogniser, forget: bool, reader: &dyn Fn() -> Box<dyn Ask>) -> f64 {
    let mut position = game.start.clone();
    let mut ask = reader();
    recogniser.follow(&position, &mut *ask);
    let watch = Stopwatch::start();
    for &(color, mv) in &game.moves {
        if position.play_as(color, mv).is_err() {
            break;
        }
        if forget {
            recogniser.forget();
            ask = reader();
        }
        std::hint::black_box(recogniser.follow(&position, &mut *ask));
    }
    watch.seconds()
}

/// Seconds to recognise every third position of the games from scratch, each by itself: in an order in which no position
/// comes after one that is like it, which the processor would have in its memory. Also how many they are.
fn seconds_alone(games: &[Middle], recogniser: &mut Recogniser) -> (f64, usize) {
    let mut positions = Vec::new();
    for game in games {
        let mut position = game.start.clone();
        for (i, &(color, mv)) in game.moves.iter().enumerate() {
            if position.play_as(color, mv).is_ok() && i % 3 == 0 {
                positions.push(position.clone());
            }
        }
    }
    Rng::new(1).shuffle(&mut positions);
    let pass = |_| {
        let watch = Stopwatch::start();
        for position in &positions {
            recogniser.forget();
            std::hint::black_box(recogniser.follow(position, &mut QuickAsk));
        }
        watch.seconds()
    };
    ((0..ROUNDS).map(pass).fold(f64::MAX, f64::min), positions.len())
}

/// Time to recognise middle-game positions of games given.
pub fn recognition(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let knowledge = cx.knowledge()?;
    let mut games = Vec::new();
    for game in files::games(args).flatten().take(GAMES) {
        let tree = &game.record.game;
        let line = replay::main_line(tree);
        let Ok(end) = replay::replay(tree, &line, None, Overrides::default()) else { continue };
        let Ok(start) = replay::replay(tree, &line, Some(FROM), Overrides::default()) else { continue };
        let moves: Vec<(Color, Move)> = end.position.moves().take(TO).skip(FROM).collect();
        if moves.len() >= 50 {
            games.push(Middle { start: start.position, moves });
        }
    }
    if games.is_empty() {
        return Err(ApiError::bad("args", "say which games: bench recognition GAMES"));
    }
    let quick = || -> Box<dyn Ask> { Box::new(QuickAsk) };
    let reading = || -> Box<dyn Ask> { Box::new(ReaderAsk::new(READING_NODES)) };
    let best = |games: &[Middle], rounds: usize, forget: bool, reader: &dyn Fn() -> Box<dyn Ask>| -> f64 {
        let mut recogniser = Recogniser::new(knowledge.clone());
        let mut least = |game: &Middle| {
            (0..rounds).map(|_| seconds(game, &mut recogniser, forget, reader)).fold(f64::MAX, f64::min)
        };
        games.iter().map(&mut least).sum()
    };
    let count = |games: &[Middle]| games.iter().map(|game| game.moves.len()).sum::<usize>();
    let (scratch, kept) = (best(&games, ROUNDS, true, &quick), best(&games, ROUNDS, false, &quick));
    let (alone, alone_count) = seconds_alone(&games, &mut Recogniser::new(knowledge.clone()));
    let alone = alone * count(&games) as f64 / alone_count as f64;
    // the same with reading behind it
    let some = &games[..games.len().min(3)];
    let (read_scratch, read_kept) = (best(some, 1, true, &reading), best(some, 1, false, &reading));
    let each = |seconds: f64, games: &[Middle]| (seconds * 1e7 / count(games) as f64).round() / 10.0;
    let ratio = |a: f64, b: f64| (a / b * 100.0).round() / 100.0;
    let mut figures = Figures::new();
    figures.insert("models that differ from those from scratch".into(), json!(differences(&games, cx)?));
    figures.insert("positions (moves 60 to 200)".into(), json!(count(&games)));
    figures.insert("from scratch (microseconds)".into(), json!(each(scratch, &games)));
    figures.insert("move by move (microseconds)".into(), json!(each(kept, &games)));
    figures.insert("ratio".into(), json!(ratio(scratch, kept)));
    figures.insert("from scratch, each by itself (microseconds)".into(), json!(each(alone, &games)));
    figures.insert("with reading: from scratch (microseconds)".into(), json!(each(read_scratch, some)));
    figures.insert("with reading: move by move (microseconds)".into(), json!(each(read_kept, some)));
    figures.insert("with reading: ratio".into(), json!(ratio(read_scratch, read_kept)));
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
        let phase = recogniser.follow(position, &mut ask).judgement.phase;
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

/// Forwards and back again, what is remembered must not show.
fn differences(games: &[Middle], cx: &Context) -> Result<usize, ApiError> {
    let knowledge = cx.knowledge()?;
    let (mut kept, mut fresh) = (Recogniser::new(knowledge.clone()), Recogniser::new(knowledge));
    let mut differences = 0;
    let mut compare = |position: &Position| {
        fresh.forget();
        let same = kept.follow(position, &mut QuickAsk) == fresh.follow(position, &mut QuickAsk);
        differences += usize::from(!same);
    };
    for game in games {
        let mut position = game.start.clone();
        for &(color, mv) in &game.moves {
            if position.play_as(color, mv).is_ok() {
                compare(&position);
            }
        }
        for i in 0..game.moves.len() {
            if position.undo() && i % 3 == 0 {
                compare(&position);
            }
        }
    }
    Ok(differences)
}
