//! GIB, the format of the Tygem server. Undocumented; read as its files show it.

use super::{fixed_handicap, rank};
use crate::error::{ForeignProblem, Place, Problem, SgfError};
use crate::props::{BoardSize, Color, SgfPoint, parse_dates};
use crate::tree::GameTree;

/// Reads a GIB file that has been decoded to text.
pub fn parse_gib(text: &str) -> Result<GameTree, SgfError> {
    let fault = |line: usize, problem: ForeignProblem| SgfError {
        place: Place { line: line as u32 + 1, column: 1 },
        problem: Problem::Foreign(problem),
    };
    let mut game = GameTree::new();
    let root = game.root_id();
    game.set_raw(root, "FF", ["4"]);
    game.set_raw(root, "GM", ["1"]);
    game.set_raw(root, "SZ", ["19"]);
    let mut size = BoardSize::square(19);
    let mut node = root;
    let mut to_play = Color::Black;
    let mut recognised = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some((name, value)) = header(line) {
            recognised |= name.starts_with("GAME") || name.starts_with("GIBO");
            read_header(&mut game, name, value);
            if name == "GAMEINFOMAIN"
                && let Some(lines) = field(value, "LINE:")
            {
                size = BoardSize::parse(lines).ok_or_else(|| {
                    fault(number, ForeignProblem::BadHeader { field: "LINE", value: lines.to_owned() })
                })?;
                game.set_size(size);
            }
            continue;
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("INI") if node == root => {
                recognised = true;
                let stones = words.nth(2).and_then(|word| word.parse::<usize>().ok()).unwrap_or(0);
                if (2..=9).contains(&stones) && size == BoardSize::square(19) {
                    game.set_raw(root, "HA", [stones.to_string()]);
                    game.set_points(root, "AB", &fixed_handicap(stones));
                    to_play = Color::White;
                }
            }
            Some("STO") => {
                recognised = true;
                let fields: Vec<u8> = words.skip(2).take(3).filter_map(|word| word.parse().ok()).collect();
                let (color, point) = match fields[..] {
                    [color @ 1..=2, column, row] => {
                        (if color == 1 { Color::Black } else { Color::White }, SgfPoint { column, row })
                    }
                    _ => return Err(fault(number, ForeignProblem::BadMove(line.to_owned()))),
                };
                if !size.contains(point) {
                    return Err(fault(number, ForeignProblem::BadMove(line.to_owned())));
                }
                node = game.add_move(node, color, Some(point));
                to_play = color.opponent();
            }
            // The colour a pass line names is not reliable; the turn is.
            Some("SKI") => {
                recognised = true;
                node = game.add_move(node, to_play, None);
                to_play = to_play.opponent();
            }
            _ => {}
        }
    }
    if !recognised {
        return Err(fault(0, ForeignProblem::NotThisFormat("GIB")));
    }
    Ok(game)
}

/// `\[NAME=value\]`
fn header(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix("\\[")?;
    let inner = inner.strip_suffix("\\]").unwrap_or(inner);
    inner.split_once('=')
}

/// The text after `key` up to the next comma.
fn field<'a>(value: &'a str, key: &str) -> Option<&'a str> {
    let start = value.find(key)? + key.len();
    value[start..].split(',').next().map(str::trim)
}

fn read_header(game: &mut GameTree, name: &str, value: &str) {
    let root = game.root_id();
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    match name {
        "GAMEBLACKNAME" => set_player(game, "PB", "BR", value),
        "GAMEWHITENAME" => set_player(game, "PW", "WR", value),
        "GAMEPLACE" => game.set_text(root, "PC", value),
        "GAMENAME" => game.set_text(root, "GN", value),
        "GAMECOMMENT" => game.set_text(root, "GC", value),
        "GAMEDATE" if !game.root().has("DT") => {
            if let Some(date) = parse_dates(value).first() {
                game.set_raw(root, "DT", [date.to_string()]);
            }
        }
        "GAMEINFOMAIN" => {
            if let Some(komi) = field(value, "GONGJE:").and_then(|komi| komi.parse::<i32>().ok()) {
                game.set_komi(komi as f64 / 10.0);
            }
            set_result(game, field(value, "GRLT:"), field(value, "ZIPSU:"));
        }
        "GAMETAG" => {
            for part in value.split(',').map(str::trim) {
                if let Some(date) = part.strip_prefix('C')
                    && let Some(date) = parse_dates(&date.replace(':', "-")).first()
                {
                    game.set_raw(root, "DT", [date.to_string()]);
                } else if let Some(komi) = part.strip_prefix('G').and_then(|komi| komi.parse::<i32>().ok())
                    && !game.root().has("KM")
                {
                    game.set_komi(komi as f64 / 10.0);
                }
            }
            if !game.root().has("RE") {
                let tag = |letter| value.split(',').map(str::trim).find_map(|part| part.strip_prefix(letter));
                set_result(game, tag('W'), tag('Z'));
            }
        }
        _ => {}
    }
}

/// `name (2D)` or `name(3段)`.
fn set_player(game: &mut GameTree, name_property: &str, rank_property: &str, value: &str) {
    let root = game.root_id();
    let (name, grade) = match value.rsplit_once('(') {
        Some((name, grade)) if !name.trim().is_empty() => (name, grade.trim_end_matches(')')),
        _ => (value, ""),
    };
    game.set_text(root, name_property, name.trim());
    if let Some(rank) = rank(grade) {
        game.set_text(root, rank_property, &rank);
    }
}

/// Result codes: 0 and 1 by points (given in tenths), 3 and 4 by resignation, 7 and 8 on time, black first in each.
fn set_result(game: &mut GameTree, code: Option<&str>, margin: Option<&str>) {
    let points = margin.and_then(|margin| margin.parse::<u32>().ok()).filter(|&margin| margin > 0);
    let result = match (code.and_then(|code| code.parse::<u8>().ok()), points) {
        (Some(0), Some(points)) => format!("B+{}", points as f64 / 10.0),
        (Some(1), Some(points)) => format!("W+{}", points as f64 / 10.0),
        (Some(3), _) => "B+R".to_owned(),
        (Some(4), _) => "W+R".to_owned(),
        (Some(7), _) => "B+T".to_owned(),
        (Some(8), _) => "W+T".to_owned(),
        _ => return,
    };
    game.set_raw(game.root_id(), "RE", [result]);
}
