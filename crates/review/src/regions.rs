//! Parts of the board by name, as people point at them.

use gosedai_board::{Point, Size};

/// The name of the part a point lies in: a corner, a side or the centre.
pub fn name(at: Point, size: Size) -> &'static str {
    // thirds of the board
    let third = |x: usize, length: usize| (3 * x / length.max(1)).min(2);
    match (third(at.x(), size.width()), third(at.y(), size.height())) {
        (0, 0) => "region.lower_left",
        (1, 0) => "region.lower",
        (2, 0) => "region.lower_right",
        (0, 1) => "region.left",
        (1, 1) => "region.centre",
        (2, 1) => "region.right",
        (0, _) => "region.upper_left",
        (1, _) => "region.upper",
        _ => "region.upper_right",
    }
}

pub fn is_corner(at: Point, size: Size) -> bool {
    matches!(name(at, size), "region.lower_left" | "region.lower_right" | "region.upper_left" | "region.upper_right")
}

/// Moves of a line that are shown in any case, and how far from the others a move still belongs to them.
const SHOWN: usize = 3;
const TOGETHER: usize = 6;

/// The beginning of a line, up to where it leaves the place it began at; at most so many moves.
pub fn in_one_place(line: &[String], most: usize) -> Vec<String> {
    let at: Vec<Option<Point>> = line.iter().map(|mv| mv.parse().ok()).collect();
    let belongs =
        |k: usize| at[k].is_some_and(|own| at[..k].iter().flatten().any(|&other| distance(own, other) <= TOGETHER));
    let together = (1..line.len()).find(|&k| !belongs(k)).unwrap_or(line.len());
    line.iter().take(most.min(together.max(SHOWN))).cloned().collect()
}

/// Lines between two points, the longer way.
pub fn distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}

#[cfg(test)]
mod tests {
    use super::in_one_place;

    #[test]
    fn a_line_ends_where_it_leaves_its_place() {
        let line = |text: &str| text.split(' ').map(String::from).collect::<Vec<String>>();
        assert_eq!(in_one_place(&line("D4 D6 F4 F6 Q16 D16"), 7), line("D4 D6 F4 F6"));
        assert_eq!(in_one_place(&line("D4 Q16 R14 S12"), 7), line("D4 Q16 R14"), "three moves in any case");
        assert_eq!(in_one_place(&line("D4 D6 F4 F6"), 3), line("D4 D6 F4"));
        assert_eq!(in_one_place(&line("D4"), 7), line("D4"));
    }
}
