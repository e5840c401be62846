//! `bench questions GAMES… OUT.jsonl [games N] [every N] [nodes N]`: questions of real games that the reader of all surfaces only
//! judges, with the verdict of a much longer exact search as the label. Games fall into a half for learning (0) and one for measuring (1)
//! by the checksum of their moves, so that no game is in both.

use std::collections::BTreeMap;

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::problem::exact::field_of;
use gosedai_engine::{ApiError, Context, files};
use gosedai_reading::{Answer, Question, Reader, Trust};
use gosedai_records::replay::{self, Overrides};
use serde_json::{Value, json};

use super::Figures;

/// The first position looked at; liberties of strings and empty points around groups that are asked about.
const FIRST: usize = 40;
const LIBERTIES: std::ops::RangeInclusive<usize> = 2..=4;
const ROOM: usize = 24;

/// What came of the questions of one kind in one half.
#[derive(Default)]
struct Tally {
    judged: usize,
    labelled: usize,
    right: usize,
    same_move: usize,
}

pub fn questions(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let names = ["games", "every", "nodes"];
    let option = |name: &str, usual: usize| {
        let at = args.iter().position(|word| word == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (most, every, nodes) = (option("games", 20), option("every", 20).max(1), option("nodes", 100_000) as u64);
    let plain: Vec<&String> = args.iter().take_while(|word| !names.contains(&word.as_str())).collect();
    let Some((out, paths)) = plain.split_last().filter(|(_, paths)| !paths.is_empty()) else {
        return Err(ApiError::bad("args", "name the games and the file to write"));
    };
    let out = std::path::Path::new(out.as_str());
    keep::may_write(out, Kind::JSON_LINES, cx.force)?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut lines: Vec<Value> = Vec::new();
    let mut done = 0;
    for game in files::games(paths).flatten() {
        if cx.go_on().is_err() || done == most {
            break;
        }
        let tree = &game.record.game;
        let line = replay::main_line(tree);
        let Ok(moves) = replay::moves_along(tree, &line) else { continue };
        done += 1;
        cx.report(done as u64, most as u64, "games");
        let half = checksum(moves.iter().map(|(_, _, mv)| mv.to_string())) & 1;
        for number in (FIRST..moves.len()).step_by(every) {
            let Ok(replayed) = replay::replay(tree, &line, Some(number), Overrides::default()) else { break };
            // what the search finds is measured, not what the model of the whole board says
            let mut asked = gosedai_engine::reader(cx, &replayed.position)?.without_overview();
            let board = replayed.position.board();
            for (kind, question) in doubtful(board) {
                let owner = board.color_at(question.stones()[0]).unwrap_or(Color::Black);
                for first in Color::BOTH {
                    let ours = asked.ask_from(board, &question, first);
                    if cx.go_on().is_err() || ours.trust == Trust::Proved {
                        continue;
                    }
                    let tally = tallies.entry(format!("{kind} {half}")).or_default();
                    tally.judged += 1;
                    let label = Reader::proving(nodes).ask_from(board, &question, first);
                    if label.trust != Trust::Proved {
                        continue;
                    }
                    tally.labelled += 1;
                    tally.right += usize::from(label.outcome.code() == ours.outcome.code());
                    tally.same_move +=
                        usize::from(label.outcome.code() == ours.outcome.code() && label.play == ours.play);
                    let told = |answer: &Answer| json!({ "result": answer.outcome.name(), "move": answer.play.map(|play| play.to_string()) });
                    let stones: Vec<String> = question.stones().iter().map(Point::to_string).collect();
                    lines.push(json!({
                        "game": checksum(moves.iter().map(|(_, _, mv)| mv.to_string())), "move": number, "half": half,
                        "kind": kind, "stones": stones, "attack": first != owner, "label": told(&label), "ours": told(&ours),
                    }));
                }
            }
        }
    }
    keep::write_with(out, Kind::JSON_LINES, cx.force, |writer| {
        lines.iter().try_for_each(|line| writeln!(writer, "{line}"))
    })?;
    let mut figures = Figures::new();
    figures.insert("games".into(), json!(done));
    for (name, t) in tallies {
        let text =
            format!("judged {}, labelled {}, right {}, same move {}", t.judged, t.labelled, t.right, t.same_move);
        figures.insert(name, json!(text));
    }
    Ok(figures)
}

/// Strings of few liberties, pairs of them beside each other, and groups with little room.
fn doubtful(board: &Board) -> Vec<(&'static str, Question)> {
    let strings = board.strings();
    let mut all = Vec::new();
    let mut groups: Vec<PointSet> = Vec::new();
    for (at, &stone) in strings.iter().enumerate() {
        if LIBERTIES.contains(&board.liberty_count(stone)) {
            all.push(("capture", Question::Capture(vec![stone])));
            let near = board.liberties(stone).grown();
            let beside =
                strings[..at].iter().find(|&&other| board.at(other) == board.at(stone) && near.contains(other));
            all.extend(beside.map(|&other| ("connection", Question::Connection(other, stone))));
        }
        let group = Reader::group(board, stone);
        let owner = board.color_at(stone).unwrap_or(Color::Black);
        if !groups.contains(&group) && field_of(board, &group, owner).intersection(&board.empty_set()).len() <= ROOM {
            groups.push(group);
            all.push(("life", Question::Life(vec![stone])));
        }
    }
    all
}

/// FNV-1a over the moves.
fn checksum(moves: impl Iterator<Item = String>) -> u32 {
    let step = |sum: u32, byte: u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    moves.flat_map(String::into_bytes).fold(0x811c_9dc5, step) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_of_a_game_depends_on_its_moves_alone() {
        let of = |moves: &[&str]| checksum(moves.iter().map(|mv| mv.to_string()));
        assert_eq!(of(&["D4", "Q16"]), of(&["D4", "Q16"]));
        assert_ne!(of(&["D4", "Q16"]), of(&["Q16", "D4"]));
    }

    #[test]
    fn what_is_asked_are_weak_strings_their_links_and_small_groups() {
        let text = ". . . . .\n. X . . .\nX O . . .\n. X O . .\n. . . . .";
        let board = gosedai_board::diagram::parse(text).unwrap();
        let kinds: Vec<&str> = doubtful(&board).into_iter().map(|(kind, _)| kind).collect();
        assert!(["capture", "connection", "life"].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    }
}
