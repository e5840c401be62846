//! Problems kept as SGF: setup stones, the side to move, and branches of which the right ones are marked.

use gosedai_records::{GameTree, NodeRef};
use serde_json::json;

/// Words in a comment that mark a branch as right.
const RIGHT: [&str; 5] = ["right", "correct", "正解", "正确", "정답"];
/// Words that contain one of them and mean the opposite.
const WRONG: [&str; 3] = ["incorrect", "not right", "not correct"];

/// The game as a line of a problem file, or `None` if it sets up no stones or has no moves.
pub fn line_of(game: &GameTree, id: &str) -> Option<String> {
    let root = game.root();
    let (black, white) = (points(root, "AB"), points(root, "AW"));
    if black.is_empty() && white.is_empty() {
        return None;
    }
    let size: usize = root.raw("SZ").and_then(|text| text.trim().parse().ok()).unwrap_or(19);
    let first: Vec<(char, String, NodeRef<'_>)> = moves_after(root);
    let to_play = match root.raw("PL").and_then(|text| text.trim().chars().next()) {
        Some(color) => color.to_ascii_uppercase(),
        None => first.first()?.0,
    };
    let ours: Vec<&(char, String, NodeRef<'_>)> = first.iter().filter(|(color, ..)| *color == to_play).collect();
    let mut solutions: Vec<String> =
        ours.iter().filter(|(.., node)| is_right(*node)).map(|(_, point, _)| point.clone()).collect();
    if solutions.is_empty() {
        // nothing is marked: the main line is the answer
        solutions.push(ours.first()?.1.clone());
    }
    let line = json!({
        "id": id, "size": size, "black": black, "white": white, "to_play": to_play.to_string(),
        "solutions": solutions, "status": "tree",
    });
    Some(line.to_string())
}

/// The first moves below a node, through nodes that hold none.
fn moves_after(node: NodeRef<'_>) -> Vec<(char, String, NodeRef<'_>)> {
    let mut found = Vec::new();
    for child in node.children() {
        match [('B', child.raw("B")), ('W', child.raw("W"))].into_iter().find_map(|(c, p)| Some((c, p?))) {
            Some((color, point)) => found.push((color, point.trim().to_owned(), child)),
            None => found.extend(moves_after(child)),
        }
    }
    found
}

/// Is this move, or some line after it, marked as right?
fn is_right(node: NodeRef<'_>) -> bool {
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        let comment = node.raw("C").unwrap_or("").to_lowercase();
        let says_right = RIGHT.iter().any(|word| comment.contains(word)) && !WRONG.iter().any(|w| comment.contains(w));
        if says_right || ["TE", "GB", "GW"].iter().any(|&name| node.has(name)) {
            return true;
        }
        waiting.extend(node.children());
    }
    false
}

/// Points of a setup property, rectangles written out.
fn points(node: NodeRef<'_>, name: &str) -> Vec<String> {
    let mut all = Vec::new();
    for value in node.raw_values(name) {
        match value.trim().split_once(':') {
            Some((from, to)) if from.len() == 2 && to.len() == 2 => {
                let ([x0, y0], [x1, y1]) = (bytes(from), bytes(to));
                for y in y0.min(y1)..=y0.max(y1) {
                    for x in x0.min(x1)..=x0.max(x1) {
                        all.push(String::from_iter([x as char, y as char]));
                    }
                }
            }
            _ => all.push(value.trim().to_owned()),
        }
    }
    all
}

fn bytes(text: &str) -> [u8; 2] {
    let mut all = text.bytes();
    [all.next().unwrap_or(0), all.next().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(sgf: &str) -> Option<serde_json::Value> {
        let game = gosedai_records::parse_first(sgf, gosedai_records::Mode::Lenient).unwrap();
        line_of(&game, "x").map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn the_marked_branch_is_the_answer() {
        let found = line("(;SZ[9]AB[aa:ba]AW[cc];B[dd](;W[ee])(;W[ef]C[Incorrect]);)").unwrap();
        assert_eq!(found["solutions"], json!(["dd"]));
        assert_eq!(found["black"], json!(["aa", "ba"]));
        let found = line("(;SZ[9]AB[aa]AW[cc]PL[W](;W[ee]C[wrong])(;W[ef];B[aa]C[RIGHT]))").unwrap();
        assert_eq!((&found["to_play"], &found["solutions"]), (&json!("W"), &json!(["ef"])));
    }

    #[test]
    fn a_plain_game_is_no_problem() {
        assert!(line("(;SZ[9];B[dd];W[ee])").is_none());
    }
}
