//! `bench recognition GAMES`: how quick the recognition of middle-game positions is, from scratch and move by move, and
//! whether the phase is what sense says.

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{Ask, GamePhase, QuickAsk, ReaderAsk, Recogniser};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use std::sync::Arc;
use std::time::Instant;

use super::Figures;
use crate::{ApiError, Context, files};

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

/// A game as it stood when the middle game began, and the moves of it.
struct Middle {
    start: Position,
    moves: Vec<(Color, Move)>,
}

/// Seconds a recognition takes, forgetting included: only that is timed, not what is done on the board.
fn timed(recogniser: &mut Recogniser, position: &Position, forget: bool, ask: &mut dyn Ask) -> f64 {
    let clock = Instant::now();
    if forget {
        recogniser.forget();
    }
    std::hint::black_box(recogniser.follow(position, ask));
    clock.elapsed().as_secs_f64()
}

/// Mean seconds a position from scratch and moving on from the position before, for the positions of games in their order.
/// The best of all rounds counts, position by position: other programs disturb some of them.
fn in_order(
    games: &[Middle],
    rounds: usize,
    knowledge: &Arc<Knowledge>,
    reader: &dyn Fn() -> Box<dyn Ask>,
) -> [f64; 2] {
    let mut recogniser = Recogniser::new(knowledge.clone());
    let mut sum = [0.0; 2];
    for game in games {
        let mut best = vec![[f64::MAX; 2]; game.moves.len()];
        for (way, forget) in (0..rounds).flat_map(|_| [(0, true), (1, false)]) {
            let mut position = game.start.clone();
            let mut ask = reader();
            recogniser.forget();
            recogniser.follow(&position, &mut *ask);
            for (&(color, mv), best) in game.moves.iter().zip(&mut best) {
                if position.play_as(color, mv).is_err() {
                    break;
                }
                if forget {
                    ask = reader();
                }
                best[way] = best[way].min(timed(&mut recogniser, &position, forget, &mut *ask));
            }
        }
        for best in best.iter().filter(|best| best[1] < f64::MAX) {
            (sum[0], sum[1]) = (sum[0] + best[0], sum[1] + best[1]);
        }
    }
    sum.map(|seconds| seconds / count(games) as f64)
}

/// The same for every third position by itself: in an order in which none comes after one that is like it, which the
/// processor would have in its memory.
fn by_itself(games: &[Middle], knowledge: &Arc<Knowledge>) -> [f64; 2] {
    let mut pairs = Vec::new();
    for game in games {
        let mut position = game.start.clone();
        for (i, &(color, mv)) in game.moves.iter().enumerate() {
            let before = (i % 3 == 0).then(|| position.clone());
            if position.play_as(color, mv).is_ok() {
                pairs.extend(before.map(|before| (before, position.clone())));
            }
        }
    }
    Rng::new(1).shuffle(&mut pairs);
    let mut recogniser = Recogniser::new(knowledge.clone());
    let mut best = vec![[f64::MAX; 2]; pairs.len()];
    for way in (0..ROUNDS).flat_map(|_| [0, 1]) {
        for ((before, after), best) in pairs.iter().zip(&mut best) {
            recogniser.forget();
            if way == 1 {
                recogniser.follow(before, &mut QuickAsk);
            }
            best[way] = best[way].min(timed(&mut recogniser, after, way == 0, &mut QuickAsk));
        }
    }
    [0, 1].map(|way| best.iter().map(|best| best[way]).sum::<f64>() / pairs.len().max(1) as f64)
}

fn count(games: &[Middle]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
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
    let ways = [
        ("in the order of the games", in_order(&games, ROUNDS, &knowledge, &quick)),
        ("each position by itself", by_itself(&games, &knowledge)),
        ("with reading, in the order of the games", in_order(&games[..games.len().min(3)], 1, &knowledge, &reading)),
    ];
    let mut figures = Figures::new();
    figures.insert("models that differ from those from scratch".into(), json!(differences(&games, cx)?));
    figures.insert("positions (moves 60 to 200)".into(), json!(count(&games)));
    for (name, [scratch, kept]) in ways {
        let micros = |seconds: f64| json!((seconds * 1e7).round() / 10.0);
        figures.insert(format!("{name}: from scratch (microseconds)"), micros(scratch));
        figures.insert(format!("{name}: move by move (microseconds)"), micros(kept));
        figures.insert(format!("{name}: ratio"), json!((scratch / kept * 100.0).round() / 100.0));
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
