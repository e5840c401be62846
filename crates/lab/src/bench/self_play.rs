//! Whole games of an engine against itself without a fault.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gosedai_board::{Board, Color, Move, Position, Rng, RuleSet, Size, handicap};
use gosedai_engine::players::{self, Act, Limit, PlayerOptions};
use gosedai_engine::{ApiError, Context, Stopwatch, dead_stones, network};
use gosedai_net::Workspace;
use serde_json::json;

use super::Figures;

/// How a game ended.
struct Ended {
    black_won: bool,
    moves: usize,
    how: &'static str,
    /// Chance to win that the network sees for the side that lost, before its resignation or the last two passes.
    hope: f32,
}

/// A loser with more hope than this gave up (or passed) too early.
const TOO_MUCH_HOPE: f32 = 0.15;

/// `self-play ENGINE SIZE GAMES [FIRST] [RULES]`: whole games from number FIRST on; each number has its own opening, rules and
/// handicap, so that several processes can share the work. Was it sensible to resign or to pass? The network is asked what chance the
/// loser had left just before. A game with an illegal move, an error or a crash is a failure and named;
/// the run goes on.
pub fn self_play(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let usage = || ApiError::bad("args", "say: self-play ENGINE SIZE GAMES [FIRST] [RULES]");
    let [engine, side, games, rest @ ..] = args else { return Err(usage()) };
    let side: usize = side.parse().map_err(|_| usage())?;
    let count: u64 = games.parse().map_err(|_| usage())?;
    let size = Size::square(side).map_err(|e| ApiError::bad("size", e))?;
    let (first, rest) = match rest.first().and_then(|text| text.parse::<u64>().ok()) {
        Some(first) => (first, &rest[1..]),
        None => (0, rest),
    };
    let sets: Vec<RuleSet> = match rest.first() {
        Some(name) => vec![name.parse().map_err(|e| ApiError::bad("rules", e))?],
        None => RuleSet::ALL.to_vec(),
    };
    // a wrong engine name is the user's mistake, not a failure of every game
    players::create(&PlayerOptions { engine: engine.clone(), ..PlayerOptions::default() }, cx)?;
    let (mut black, mut moves, mut with_handicap) = (0u64, 0u64, 0u64);
    let mut endings: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut by_rules: BTreeMap<String, u64> = BTreeMap::new();
    let mut failures: Vec<String> = Vec::new();
    let mut hopeful: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let watch = Stopwatch::start();
    let mut done = 0u64;
    for number in first..first + count {
        if cx.go_on().is_err() {
            break;
        }
        let rules = sets[number as usize % sets.len()];
        let mut position = start(size, rules, number)?;
        let handicap = u64::from(position.handicap() > 0);
        let options = PlayerOptions { engine: engine.clone(), seed: number + 1, ..PlayerOptions::default() };
        let played = catch_unwind(AssertUnwindSafe(|| play(&mut position, &options, cx)));
        match played.unwrap_or_else(|_| Err(ApiError::failed("the program crashed"))) {
            Ok(ended) => {
                black += u64::from(ended.black_won);
                moves += ended.moves as u64;
                *endings.entry(ended.how).or_default() += 1;
                if ended.hope > TOO_MUCH_HOPE {
                    let told = format!("game {number} ({rules}): {:.0} %, {}", 100.0 * ended.hope, sgf(&position));
                    hopeful.entry(ended.how).or_default().push(told);
                }
            }
            Err(error) if error.is_stop() => break,
            Err(error) => failures.push(format!("game {number} ({rules}): {error}")),
        }
        done += 1;
        with_handicap += handicap;
        *by_rules.entry(rules.to_string()).or_default() += 1;
        cx.report(done, count, format!("games, {} failures", failures.len()));
    }
    let ended = |how: &str| endings.get(how).copied().unwrap_or(0);
    Ok(Figures::from([
        ("games".into(), done.into()),
        ("first".into(), first.into()),
        ("failures".into(), failures.len().into()),
        ("failed_games".into(), json!(failures)),
        ("moves".into(), moves.into()),
        ("black_wins".into(), black.into()),
        ("with_handicap".into(), with_handicap.into()),
        ("counted".into(), ended("counted").into()),
        ("resigned".into(), ended("resigned").into()),
        ("resigned_with_hope".into(), json!(hopeful.get("resigned"))),
        ("passed_with_hope".into(), json!(hopeful.get("counted"))),
        ("stopped_at_move_limit".into(), ended("stopped").into()),
        ("milliseconds_per_move".into(), ((watch.seconds() * 1e5 / moves.max(1) as f64).round() / 100.0).into()),
        ("games_by_rules".into(), json!(by_rules)),
    ]))
}

/// The start of a game: every fourth with handicap, and a few random moves so that games differ.
fn start(size: Size, rules: RuleSet, number: u64) -> Result<Position, ApiError> {
    let mut position = Position::new(size, rules.rules(), rules.usual_komi());
    if number % 4 == 3
        && let Some(points) = handicap::fixed(size, 2 + (number as usize / 4) % 3)
    {
        let stones = points.len();
        let board = Board::with_stones(size, points.into_iter().map(|p| (p, Color::Black)));
        position = Position::from_board(board.map_err(ApiError::failed)?, Color::White, rules.rules(), 0.5);
        position.set_handicap(stones);
    }
    let mut rng = Rng::new(number);
    for _ in 0..rng.below(5) {
        let legal = position.legal_points();
        position.play(Move::Play(legal[rng.below(legal.len())])).map_err(ApiError::failed)?;
    }
    Ok(position)
}

/// The game in a line, to be looked at.
fn sgf(position: &Position) -> String {
    let size = position.size();
    let mut text = format!("(;SZ[{}]KM[{}]RU[{}]", size.width(), position.komi(), position.rules().set().name());
    if let Some(points) = handicap::fixed(size, position.handicap()).filter(|_| position.handicap() > 1) {
        text += "AB";
        points.iter().for_each(|point| text += &format!("[{}]", point.to_sgf(size)));
    }
    for (color, mv) in position.moves() {
        let letter = if color == Color::Black { "B" } else { "W" };
        text += &format!(";{letter}[{}]", mv.point().map(|point| point.to_sgf(size)).unwrap_or_default());
    }
    text + ")"
}

fn play(position: &mut Position, options: &PlayerOptions, cx: &Context) -> Result<Ended, ApiError> {
    let mut player = players::create(options, cx)?;
    let limit = position.size().area() * 3;
    // chances of Black before the last two turns
    let mut chances = [0.5; 2];
    let net = network::network(cx)?;
    let mut work = Workspace::default();
    let mut black_chance = |position: &Position| {
        let win = net.evaluate(&net.input(position), &mut work).win;
        if position.to_play() == Color::Black { win } else { 1.0 - win }
    };
    let asked = (9..=19).contains(&position.size().width());
    let (black_won, how) = loop {
        cx.go_on()?;
        if position.is_over() {
            break (dead_stones::score(position).margin() > 0.0, "counted");
        }
        if position.move_number() >= limit {
            break (false, "stopped");
        }
        match player.choose(position, Limit::default(), cx)?.act {
            Act::Resign => {
                if asked {
                    chances[0] = black_chance(position);
                }
                break (position.to_play() == Color::White, "resigned");
            }
            Act::Play(mv) => {
                if mv == Move::Pass && asked {
                    chances = [chances[1], black_chance(position)];
                }
                let number = position.move_number() + 1;
                position.play(mv).map_err(|e| ApiError::failed(format!("move {number}, {mv}: {e}")))?;
            }
        }
    };
    let hope = if black_won { 1.0 - chances[0] } else { chances[0] };
    Ok(Ended { black_won, moves: position.move_number(), how, hope: if asked { hope } else { 0.0 } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_apart_by_their_number_and_add_up() {
        let args = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let cx = Context::default();
        let figures = |text: &str| self_play(&args(text), &cx).unwrap();
        let all = figures("random 5 8");
        let parts = [figures("random 5 4"), figures("random 5 4 4")];
        let sum = |key: &str| parts.iter().map(|part| part[key].as_u64().unwrap()).sum::<u64>();
        for key in ["games", "moves", "black_wins", "counted", "failures"] {
            assert_eq!(all[key].as_u64().unwrap(), sum(key), "{key}");
        }
        assert_eq!(all["failures"], 0);
        assert!(self_play(&args("nobody 5 1"), &cx).is_err());
    }
}
