//! Pairs of groups that race, from a test file of GNU Go (`loadsgf`, `play`, `analyze_semeai`): every surface is asked about
//! both groups, and both sides move first.

use std::path::Path;

use gosedai_board::{Color, Point, Position};
use gosedai_engine::explain::{Explain, Explained, GroupReport};
use gosedai_engine::race::Race;
use gosedai_engine::{ApiError, Command, Context, GameInput, files, gnugo, reader};
use gosedai_records::replay::{self, Overrides};

use super::{Tally, agree, word};

/// Far more than any such file has.
const MOST_BYTES: u64 = 1 << 20;

/// A position with two stones in it, of both colours.
struct Pair {
    position: Position,
    stones: [Point; 2],
    place: String,
}

pub(super) fn ask(tally: &mut Tally, path: &Path, most: u64, cx: &Context) -> Result<(), ApiError> {
    for pair in pairs(path)? {
        if tally.positions >= most {
            break;
        }
        cx.go_on()?;
        tally.positions += 1;
        let sgf = replay::record_of(&pair.position).to_sgf();
        let input = GameInput { sgf, ..GameInput::default() };
        let seen = Explain { game: input.clone() }.run(cx)?;
        tally.pair(&pair, &seen, &input, cx)?;
    }
    Ok(())
}

/// The pairs that a file names; a pair that it names twice, once for each side, is one.
fn pairs(path: &Path) -> Result<Vec<Pair>, ApiError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut found: Vec<Pair> = Vec::new();
    let mut loaded: Option<(Position, String)> = None;
    for line in files::text(path, MOST_BYTES)?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words.as_slice(), &mut loaded) {
            (["loadsgf", name, until @ ..], _) => {
                let before = until.first().and_then(|word| word.parse::<usize>().ok());
                loaded = Some((load(&folder.join(name), before)?, (*name).to_owned()));
            }
            (["play", color, point], Some((position, _))) => {
                let color = if color.starts_with(['b', 'B']) { Color::Black } else { Color::White };
                let play = point.parse().map_err(|_| ApiError::failed(format!("'{line}' names no point")))?;
                position.play_as(color, play).map_err(|_| ApiError::failed(format!("'{line}' is illegal")))?;
            }
            ([_, "analyze_semeai", one, other], Some((position, name))) => {
                let board = position.board();
                let point = |word: &str| board.size().parse_point(word).map_err(ApiError::failed);
                let stones = [point(one)?, point(other)?];
                let is_same = |pair: &Pair| {
                    pair.position.board().hash() == board.hash() && stones.iter().all(|s| pair.stones.contains(s))
                };
                if !found.iter().any(is_same) {
                    let place = format!("{name} {one}–{other}");
                    found.push(Pair { position: position.clone(), stones, place });
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The position before this move of a record, or its last one.
fn load(path: &Path, before: Option<usize>) -> Result<Position, ApiError> {
    let game = files::read_game(path)?;
    let line = replay::main_line(&game);
    let count = before.map(|number| number.saturating_sub(1));
    Ok(replay::replay(&game, &line, count, Overrides::default()).map_err(ApiError::failed)?.position)
}

impl Tally {
    fn pair(&mut self, pair: &Pair, seen: &Explained, input: &GameInput, cx: &Context) -> Result<(), ApiError> {
        let Pair { position, stones, place } = pair;
        let names = stones.map(|stone| stone.to_string());
        let group = |name: &String| seen.groups.iter().find(|group| group.stones.contains(name));
        let [Some(one), Some(other)] = [group(&names[0]), group(&names[1])] else { return Ok(()) };
        let is_known = |group: &GroupReport| group.status != "open";
        self.check(one.status != "dead" || other.status != "dead", || format!("{place}: explain calls both dead"));
        for (group, name) in [one, other].into_iter().zip(&names) {
            if is_known(group) {
                self.group(group, name, input, place, cx)?;
            }
        }
        if is_known(one) && is_known(other) {
            self.race([(one, &names[0]), (other, &names[1])], input, place, cx);
        }
        self.race_and_life(&names, position, input, place, cx)?;
        let board = position.board();
        let mut reader = reader(cx, position)?;
        let [ab, ba] =
            [[0, 1], [1, 0]].map(|[own, rival]| gnugo::semeai(&mut reader, board, stones[own], stones[rival]));
        // who is lost even moving first is killed by the other moving first
        for ((lives, _, _), (_, kills, _)) in [(ab, ba), (ba, ab)] {
            self.check(lives != 0 || kills != 0, || {
                format!("{place}: analyze_semeai {ab:?}, the other way round {ba:?}")
            });
        }
        for ((lives, kills, _), own, rival) in [(ab, one, other), (ba, other, one)] {
            let holds = (!is_known(own) || agree(&own.status, "unknown", word(lives)))
                && (!is_known(rival) || agree(&rival.status, word(kills), "unknown"));
            self.check(holds, || {
                format!("{place}: explain {} {}, analyze_semeai {lives} {kills}", own.status, rival.status)
            });
        }
        Ok(())
    }
    /// `race` against `read life`, which asks about each group by itself.
    fn race_and_life(
        &mut self,
        names: &[String; 2],
        position: &Position,
        input: &GameInput,
        place: &str,
        cx: &Context,
    ) -> Result<(), ApiError> {
        let [a, b] = names.clone();
        let Ok(race) = (Race { game: input.clone(), a, b, difference: None, seconds: None, nodes: self.nodes }).run(cx)
        else {
            return Ok(());
        };
        for name in names {
            let stone = position.size().parse_point(name).map_err(ApiError::failed)?;
            let taker = if position.board().color_at(stone) == Some(Color::Black) { "white" } else { "black" };
            let (enemy_first, own_first) = match taker {
                "black" => (race.black_first, race.white_first),
                _ => (race.white_first, race.black_first),
            };
            let read = self.read("life", &[name], input, cx)?;
            let (attack, defend) = (read.attack.result, read.defend.result);
            let taken = |end: &str| end == taker;
            // to be killed without being taken in this race is possible; to be taken and live is not
            let holds = (!taken(enemy_first) || attack != "lose") && (!taken(own_first) || defend != "win");
            self.check(holds, || {
                format!("{place} {name}: race: {enemy_first} if the enemy moves first, {own_first} if it does; read life {attack}/{defend}")
            });
        }
        Ok(())
    }
}
