//! Board diagrams and the score graph as SVG: no scripts, no fonts of our own, legible in print.

use std::fmt::Write as _;

use gosedai_board::{Board, Color, Point, diagram};

const CELL: usize = 20;
const EDGE: usize = 26;

/// What is drawn besides the stones.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The move played, circled.
    pub played: Option<Point>,
    /// Letters and numbers.
    pub labels: Vec<(Point, String)>,
    /// Stones of a line, numbered from 1.
    pub line: Vec<(Point, Color)>,
}

/// A board with marks; `title` is its description for readers that cannot see it.
pub fn board(board: &Board, marks: &Marks, title: &str) -> String {
    let size = board.size();
    let (w, h) = (size.width(), size.height());
    let at = |p: Point| (EDGE + p.x() * CELL, EDGE + (h - 1 - p.y()) * CELL);
    let (width, height) = (2 * EDGE + (w - 1) * CELL, 2 * EDGE + (h - 1) * CELL);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" class=\"board\">\
         <rect width=\"{width}\" height=\"{height}\" class=\"wood\"/>",
        escape(title)
    );
    for x in 0..w {
        let px = EDGE + x * CELL;
        let _ = write!(svg, "<path d=\"M{px} {EDGE}V{}\" class=\"grid\"/>", EDGE + (h - 1) * CELL);
        let letter = Point::new(x, 0).to_string();
        let _ = write!(svg, "<text x=\"{px}\" y=\"{}\" class=\"coord\">{}</text>", height - 5, &letter[..1]);
    }
    for y in 0..h {
        let py = EDGE + y * CELL;
        let _ = write!(svg, "<path d=\"M{EDGE} {py}H{}\" class=\"grid\"/>", EDGE + (w - 1) * CELL);
        let _ = write!(svg, "<text x=\"9\" y=\"{}\" class=\"coord\">{}</text>", py + 4, h - y);
    }
    for point in size.points() {
        let (x, y) = at(point);
        match board.color_at(point) {
            Some(color) => stone(&mut svg, x, y, color),
            None if diagram::is_star(point, size) => {
                let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.4\"/>");
            }
            None => {}
        }
    }
    for (i, &(point, color)) in marks.line.iter().enumerate() {
        let (x, y) = at(point);
        if board.is_empty(point) {
            stone(&mut svg, x, y, color);
        }
        let class = if color == Color::Black { "on-black" } else { "on-white" };
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" class=\"num {class}\">{}</text>", y + 4, i + 1);
    }
    if let Some(point) = marks.played {
        let (x, y) = at(point);
        let class = if board.color_at(point) == Some(Color::Black) { "ring on-black" } else { "ring on-white" };
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" class=\"{class}\"/>");
    }
    for (point, label) in &marks.labels {
        let (x, y) = at(*point);
        let _ = write!(svg, "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" class=\"wood\"/>", x - 7, y - 7);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" class=\"label\">{}</text>", y + 5, escape(label));
    }
    svg.push_str("</svg>");
    svg
}

fn stone(svg: &mut String, x: usize, y: usize, color: Color) {
    let class = if color == Color::Black { "b" } else { "w" };
    let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9.4\" class=\"{class}\"/>");
}

/// A graph over move numbers: scores for Black as a line, win rates as another, marked moves as dots with their
/// numbers.
pub fn graph(scores: &[f64], win_rates: &[f64], dots: &[(usize, char)], names: (&str, &str)) -> String {
    const W: f64 = 760.0;
    const H: f64 = 220.0;
    const PAD: f64 = 40.0;
    let count = scores.len().max(2) as f64 - 1.0;
    let reach = scores.iter().fold(10f64, |m, s| m.max(s.abs())).min(100.0);
    let x = |i: usize| PAD + i as f64 / count * (W - 2.0 * PAD);
    let score_y = |s: f64| H / 2.0 - (s.clamp(-reach, reach) / reach) * (H / 2.0 - 24.0);
    let win_y = |p: f64| H - 24.0 - p * (H - 48.0);
    let path = |points: Vec<(f64, f64)>| {
        points.iter().enumerate().fold(String::new(), |mut d, (i, (x, y))| {
            let _ = write!(d, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
            d
        })
    };
    let mut svg =
        format!("<svg viewBox=\"0 0 {W} {H}\" role=\"img\" class=\"graph\" aria-label=\"{}\">", escape(names.0));
    let _ = write!(svg, "<path d=\"M{PAD} {0}H{1}\" class=\"zero\"/>", H / 2.0, W - PAD);
    for (value, label) in [(reach, format!("B+{reach:.0}")), (0.0, "0".into()), (-reach, format!("W+{reach:.0}"))] {
        let _ = write!(svg, "<text x=\"4\" y=\"{:.1}\" class=\"axis\">{label}</text>", score_y(value) + 4.0);
    }
    for (p, label) in [(1.0, "100%"), (0.5, "50%"), (0.0, "0%")] {
        let _ = write!(svg, "<text x=\"{}\" y=\"{:.1}\" class=\"axis\">{label}</text>", W - PAD + 4.0, win_y(p) + 4.0);
    }
    for i in (0..scores.len()).step_by(50).skip(1) {
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{}\" class=\"axis mid\">{i}</text>", x(i), H - 6.0);
    }
    let wins = win_rates.iter().enumerate().map(|(i, &p)| (x(i), win_y(p))).collect();
    let _ = write!(svg, "<path d=\"{}\" class=\"win\"/>", path(wins));
    let line = scores.iter().enumerate().map(|(i, &s)| (x(i), score_y(s))).collect();
    let _ = write!(svg, "<path d=\"{}\" class=\"score\"/>", path(line));
    for &(i, kind) in dots {
        if let Some(&score) = scores.get(i) {
            let (cx, cy) = (x(i), score_y(score));
            let class = if kind == '+' { "good" } else { "bad" };
            let _ = write!(
                svg,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" class=\"{class}\"><title>{i}</title></circle>"
            );
        }
    }
    let _ = write!(
        svg,
        "<path d=\"M{PAD} 10h24\" class=\"score\"/><text x=\"{}\" y=\"14\" class=\"axis\">{}</text>",
        PAD + 30.0,
        escape(names.0)
    );
    let half = W / 2.0;
    let _ = write!(
        svg,
        "<path d=\"M{half} 10h24\" class=\"win\"/><text x=\"{}\" y=\"14\" class=\"axis\">{}</text>",
        half + 30.0,
        escape(names.1)
    );
    svg.push_str("</svg>");
    svg
}

/// Text safe inside HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
