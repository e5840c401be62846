//! NGF, the format of the Cyberoro / WBaduk servers: a header of fixed lines, then moves such as `PMABBREER`.

use super::{fixed_handicap, rank};
use crate::error::{ForeignProblem, Place, Problem, SgfError};
use crate::props::{BoardSize, Color, GameResult, Margin, SgfPoint, parse_dates};
use crate::tree::GameTree;

/// Which header line holds what; broadcasts (`GI` before each line) have an order of their own.
struct Header {
    event: usize,
    size: usize,
    white: usize,
    black: usize,
    handicap: usize,
    komi: usize,
    date: usize,
    result: Option<usize>,
}

const PLAYED: Header =
    Header { event: 0, size: 1, white: 2, black: 3, handicap: 5, komi: 7, date: 8, result: Some(10) };
const BROADCAST: Header = Header { event: 0, white: 1, black: 2, date: 5, size: 6, handicap: 7, komi: 9, result: None };

/// Reads an NGF file that has been decoded to text.
pub fn parse_ngf(text: &str) -> Result<GameTree, SgfError> {
    let fault = |line: usize, problem: ForeignProblem| SgfError {
        place: Place { line: line as u32 + 1, column: 1 },
        problem: Problem::Foreign(problem),
    };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let broadcast = lines.first().is_some_and(|line| line.starts_with("GI"));
    let header = if broadcast { BROADCAST } else { PLAYED };
    let line = |number: usize| {
        let line = lines.get(number).copied().unwrap_or("");
        if broadcast { line.strip_prefix("GI").unwrap_or(line).trim() } else { line }
    };
    if !lines.iter().any(|line| line.starts_with("PM") && line.len() >= 7) {
        return Err(fault(0, ForeignProblem::NotThisFormat("NGF")));
    }
    let size = BoardSize::parse(line(header.size)).filter(|_| !line(header.size).contains(':')).ok_or_else(|| {
        fault(header.size, ForeignProblem::BadHeader { field: "size", value: line(header.size).to_owned() })
    })?;
    let mut game = GameTree::new();
    let root = game.root_id();
    game.set_raw(root, "FF", ["4"]);
    game.set_raw(root, "GM", ["1"]);
    game.set_size(size);
    if !line(header.event).is_empty() {
        game.set_text(root, if broadcast { "EV" } else { "GN" }, line(header.event));
    }
    for (number, name, grade_name) in [(header.black, "PB", "BR"), (header.white, "PW", "WR")] {
        let mut words = line(number).split_whitespace();
        if let Some(player) = words.next() {
            game.set_text(root, name, player);
        }
        if let Some(grade) = words.next().and_then(rank) {
            game.set_text(root, grade_name, &grade);
        }
    }
    let handicap = line(header.handicap).parse::<usize>().unwrap_or(0);
    if (2..=9).contains(&handicap) && size == BoardSize::square(19) {
        game.set_raw(root, "HA", [handicap.to_string()]);
        game.set_points(root, "AB", &fixed_handicap(handicap));
    }
    // Komi is given without its half point.
    if let Ok(komi) = line(header.komi).parse::<f64>()
        && komi.is_finite()
    {
        let half = if handicap == 0 && komi.fract() == 0.0 && komi > 0.0 { 0.5 } else { 0.0 };
        game.set_komi(komi + half);
    }
    if let Some(date) = parse_dates(line(header.date).split(' ').next().unwrap_or("")).first() {
        game.set_raw(root, "DT", [date.to_string()]);
    }
    let result = match header.result {
        Some(number) => Some(line(number)),
        None => lines.iter().copied().find(|line| line.starts_with("ID")),
    };
    if let Some(result) = result.and_then(result_text) {
        game.set_raw(root, "RE", [result]);
    }
    let mut node = root;
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("PM")) {
        let bad = || fault(number, ForeignProblem::BadMove(line.chars().take(20).collect()));
        let bytes = line.as_bytes();
        let (Some(&color), Some(&column), Some(&row)) = (bytes.get(4), bytes.get(5), bytes.get(6)) else {
            return Err(bad());
        };
        let color = match color {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return Err(bad()),
        };
        // Columns and rows count from `B`; what lies before is off the board, a pass.
        let point = match (column, row) {
            (b'@' | b'A', b'@' | b'A') => None,
            (b'B'..=b'Z', b'B'..=b'Z') => Some(SgfPoint { column: column - b'B', row: row - b'B' }),
            _ => return Err(bad()),
        };
        if point.is_some_and(|point| !size.contains(point)) {
            return Err(bad());
        }
        node = game.add_move(node, color, point);
    }
    Ok(game)
}

fn result_text(text: &str) -> Option<String> {
    let text = text.split(']').nth(if text.starts_with("ID") { 1 } else { 0 }).unwrap_or(text);
    match GameResult::parse(text.split(['(', '（']).next().unwrap_or(text)) {
        GameResult::Win(color, margin) => Some(match margin {
            Margin::Points(points) => format!("{}+{points}", color.letter()),
            Margin::Resignation => format!("{}+R", color.letter()),
            Margin::Time => format!("{}+T", color.letter()),
            Margin::Forfeit => format!("{}+F", color.letter()),
            Margin::Unknown => format!("{}+", color.letter()),
        }),
        GameResult::Draw => Some("0".to_owned()),
        GameResult::Void => Some("Void".to_owned()),
        GameResult::Unknown => None,
    }
}
