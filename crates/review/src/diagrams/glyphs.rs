//! Figures and letters as strokes, for pictures on machines without fonts.
//!
//! A glyph stands in a box 40 wide and 60 high, from its upper left corner: `M x y` lifts the pen, `L x y` draws a line, `Q x y x y` a curve
//! by its control point and its end.

use tiny_skia::{Path, PathBuilder};

const HEIGHT: f32 = 60.0;
const WIDTH: f32 = 40.0;
/// From one glyph to the next.
const ADVANCE: f32 = 54.0;

fn strokes(glyph: char) -> Option<&'static str> {
    Some(match glyph {
        '0' => "M20 0 Q40 0 40 30 Q40 60 20 60 Q0 60 0 30 Q0 0 20 0",
        '1' => "M8 12 L22 0 L22 60",
        '2' => "M2 15 Q3 0 20 0 Q38 0 38 16 Q38 28 20 41 L1 60 L40 60",
        '3' => "M3 8 Q8 0 20 0 Q37 0 37 14 Q37 28 16 28 Q40 28 40 44 Q40 60 20 60 Q5 60 1 48",
        '4' => "M30 60 L30 0 L0 42 L40 42",
        '5' => "M36 0 L6 0 L3 28 Q10 22 20 22 Q40 22 40 41 Q40 60 19 60 Q4 60 1 49",
        '6' => "M36 9 Q31 0 21 0 Q1 0 1 36 Q1 60 21 60 Q40 60 40 42 Q40 25 21 25 Q5 25 1 40",
        '7' => "M1 0 L39 0 Q18 25 14 60",
        '8' => "M20 28 Q3 27 3 14 Q3 0 20 0 Q37 0 37 14 Q37 27 20 28 Q0 29 0 44 Q0 60 20 60 Q40 60 40 44 Q40 29 20 28",
        '9' => "M4 51 Q9 60 19 60 Q39 60 39 24 Q39 0 19 0 Q0 0 0 18 Q0 35 19 35 Q35 35 39 20",
        'A' => "M0 60 L20 0 L40 60 M8 39 L32 39",
        'B' => "M3 28 L20 28 Q36 27 36 14 Q36 0 20 0 L3 0 L3 60 L20 60 Q40 60 40 44 Q40 28 20 28",
        'C' => "M39 14 Q34 0 21 0 Q0 0 0 30 Q0 60 21 60 Q34 60 39 46",
        'D' => "M3 0 L16 0 Q40 0 40 30 Q40 60 16 60 L3 60 L3 0",
        'E' => "M38 0 L3 0 L3 60 L38 60 M3 29 L32 29",
        'F' => "M38 0 L3 0 L3 60 M3 29 L32 29",
        'G' => "M38 13 Q33 0 21 0 Q0 0 0 30 Q0 60 21 60 Q40 60 40 33 L23 33",
        'H' => "M2 0 L2 60 M38 0 L38 60 M2 29 L38 29",
        'I' => "M20 0 L20 60",
        'J' => "M32 0 L32 42 Q32 60 18 60 Q5 60 4 44",
        'K' => "M3 0 L3 60 M38 0 L3 36 M15 25 L39 60",
        'L' => "M5 0 L5 60 L38 60",
        'M' => "M0 60 L0 0 L20 40 L40 0 L40 60",
        'N' => "M2 60 L2 0 L38 60 L38 0",
        'O' => "M20 0 Q41 0 41 30 Q41 60 20 60 Q-1 60 -1 30 Q-1 0 20 0",
        'P' => "M3 60 L3 0 L20 0 Q39 0 39 16 Q39 33 20 33 L3 33",
        'Q' => "M20 0 Q41 0 41 30 Q41 60 20 60 Q-1 60 -1 30 Q-1 0 20 0 M25 44 L41 62",
        'R' => "M3 60 L3 0 L20 0 Q38 0 38 15 Q38 31 20 31 L3 31 M20 31 L39 60",
        'S' => "M37 11 Q32 0 20 0 Q3 0 3 14 Q3 26 20 29 Q39 32 39 45 Q39 60 20 60 Q5 60 1 47",
        'T' => "M0 0 L40 0 M20 0 L20 60",
        'U' => "M2 0 L2 38 Q2 60 20 60 Q38 60 38 38 L38 0",
        'V' => "M0 0 L20 60 L40 0",
        'W' => "M-2 0 L9 60 L20 12 L31 60 L42 0",
        'X' => "M1 0 L39 60 M39 0 L1 60",
        'Y' => "M0 0 L20 30 L40 0 M20 30 L20 60",
        'Z' => "M1 0 L39 0 L1 60 L39 60",
        '×' => "M2 12 L38 48 M38 12 L2 48",
        _ => return None,
    })
}

/// The strokes of a text, its middle at `x` and its base line at `y`. Characters without strokes leave a gap.
pub fn text(text: &str, x: f32, y: f32, height: f32) -> Vec<Path> {
    let scale = height / HEIGHT;
    let count = text.chars().count() as f32;
    let left = x - ((count - 1.0) * ADVANCE + WIDTH) * scale / 2.0;
    let drawn = text.chars().enumerate().filter_map(|(i, glyph)| {
        let place =
            |across: f32, down: f32| (left + (i as f32 * ADVANCE + across) * scale, y - (HEIGHT - down) * scale);
        path(strokes(glyph)?, place)
    });
    drawn.collect()
}

fn path(strokes: &str, place: impl Fn(f32, f32) -> (f32, f32)) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = strokes.split_whitespace();
    while let Some(word) = words.next() {
        let (pen, across) = word.split_at(1);
        let mut number = || words.next()?.parse::<f32>().ok();
        let (x, y) = place(across.parse().ok()?, number()?);
        match pen {
            "M" => path.move_to(x, y),
            "L" => path.line_to(x, y),
            _ => {
                let (to_x, to_y) = place(number()?, number()?);
                path.quad_to(x, y, to_x, to_y);
            }
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_and_letter_of_a_board_has_strokes_in_its_place() {
        for glyph in ('0'..='9').chain('A'..='Z').chain(['×']) {
            let paths = text(&glyph.to_string(), 100.0, 50.0, 12.0);
            assert_eq!(paths.len(), 1, "{glyph}");
            let bounds = paths[0].bounds();
            assert!(bounds.top() >= 37.0 && bounds.bottom() <= 51.0, "{glyph}: {bounds:?}");
            assert!(bounds.left() >= 95.0 && bounds.right() <= 105.0, "{glyph}: {bounds:?}");
        }
        assert_eq!(text("12", 0.0, 0.0, 10.0).len(), 2);
        assert!(text("語", 0.0, 0.0, 10.0).is_empty());
    }
}
