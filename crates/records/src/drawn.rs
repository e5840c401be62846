//! Positions drawn as text, wherever a record is expected: rows of `X`, `O` and `.`, with lines of words above or below them for
//! the turn (`white to play`), `komi 6.5` and `rules japanese`. Other lines of words are remarks.

use gosedai_board::{Board, Color, diagram};
use std::fmt::Write;

/// Longest text taken for a diagram: a 25×25 board with coordinates and a page of remarks.
pub const LONGEST: usize = 16 * 1024;

/// Whether the text draws a board instead of holding a record: no `(`-node of SGF, nothing of GIB or NGF, and at least one row.
pub fn looks_like_diagram(text: &str) -> bool {
    // a player of an NGF record may be called "x"
    let is_record = text.contains("(;") || text.contains("\\HS") || text.lines().any(|line| line.starts_with("PMA"));
    text.len() <= LONGEST && !is_record && text.lines().any(is_row)
}

/// Rows consist of board signs, with coordinates or frame around them; a line of column letters is not a row.
fn is_row(line: &str) -> bool {
    let inner = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|');
    let mut signs = inner.chars().filter(|c| !c.is_whitespace()).peekable();
    signs.peek().is_some() && signs.all(|c| "XxOo#●○.+,·".contains(c))
}

/// The position as an SGF record.
pub fn to_sgf(text: &str) -> Result<String, diagram::BadDiagram> {
    let rows: Vec<&str> = text.lines().filter(|line| is_row(line)).collect();
    let board: Board = diagram::parse(&rows.join("\n"))?;
    let size = board.size();
    let mut sgf = if size.width() == size.height() {
        format!("(;GM[1]FF[4]SZ[{}]", size.width())
    } else {
        format!("(;GM[1]FF[4]SZ[{}:{}]", size.width(), size.height())
    };
    for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = board.stone_set(color);
        if !stones.is_empty() {
            sgf.push_str(key);
            for p in stones.iter() {
                let _ = write!(sgf, "[{}]", p.to_sgf(size));
            }
        }
    }
    let mut turn = "B";
    for line in text.lines().filter(|line| !is_row(line)) {
        let words: Vec<String> = line.to_ascii_lowercase().split_whitespace().map(str::to_owned).collect();
        let after = |key: &str| {
            let at = words.iter().position(|w| w.trim_end_matches([':', '=']) == key)?;
            words.get(at + 1).map(|w| w.trim_matches([',', ';', '.']).to_owned())
        };
        match words.join(" ").as_str() {
            s if s.contains("white to play") || s.contains("white to move") => turn = "W",
            s if s.contains("black to play") || s.contains("black to move") => turn = "B",
            _ => {}
        }
        if let Some(komi) = after("komi").filter(|k| k.parse::<f32>().is_ok()) {
            let _ = write!(sgf, "KM[{komi}]");
        }
        if let Some(rules) = after("rules").filter(|r| r.parse::<gosedai_board::RuleSet>().is_ok()) {
            let _ = write!(sgf, "RU[{rules}]");
        }
    }
    let _ = write!(sgf, "PL[{turn}])");
    Ok(sgf)
}

#[cfg(test)]
mod tests;
