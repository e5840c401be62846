//! Board diagrams and the score graph as SVG: no scripts, no fonts of our own, legible in print.

use std::fmt::Write as _;

use gosedai_board::{Board, Color};

pub use crate::picture::Marks;
use crate::picture::{Picture, RING, STAR, STONE, Shape, Writing};

/// The looks of boards, which diagrams in files of their own have, too.
pub const BOARD_STYLE: &str = "\
.wood{fill:#f2d9a5}.grid{stroke:#3d3017;stroke-width:.8;fill:none}.b{fill:#111}.w{fill:#fff;stroke:#222;stroke-width:.8}\
.coord{font:9px sans-serif;text-anchor:middle;fill:#5b4a22}.num,.label{font:bold 11px sans-serif;text-anchor:middle}\
.label{font-size:14px;fill:#1d4ed8}.on-black{fill:#fff}.on-white{fill:#111}.ring{fill:none!important;stroke-width:2}\
.ring.on-black{stroke:#fff}.ring.on-white{stroke:#111}";

/// The same drawing with its looks inside, for a file or a page of others.
pub fn standing_alone(on: &Board, marks: &Marks, title: &str) -> String {
    let Picture { width, height, .. } = Picture::new(on, marks);
    let head = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" ");
    let svg = board(on, marks, title).replacen("<svg ", &head, 1);
    svg.replacen('>', &format!("><style>{BOARD_STYLE}</style>"), 1)
}

/// A board with marks; `title` is its description for readers that cannot see it. Its looks are classes of style.
pub fn board(board: &Board, marks: &Marks, title: &str) -> String {
    let Picture { width, height, shapes } = Picture::new(board, marks);
    let mut svg =
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" class=\"board\">", escape(title));
    shapes.iter().for_each(|shape| draw(&mut svg, shape));
    svg.push_str("</svg>");
    svg
}

/// The class of what stands on a stone.
fn on(color: Color) -> &'static str {
    if color == Color::Black { "on-black" } else { "on-white" }
}

fn draw(svg: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Wood { x: 0, y: 0, width, height } => {
            write!(svg, "<rect width=\"{width}\" height=\"{height}\" class=\"wood\"/>")
        }
        Shape::Wood { x, y, width, height } => {
            write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"wood\"/>")
        }
        Shape::Line { from: (x, y), to: (to, _) } if to != x => {
            write!(svg, "<path d=\"M{x} {y}H{to}\" class=\"grid\"/>")
        }
        Shape::Line { from: (x, y), to: (_, to) } => write!(svg, "<path d=\"M{x} {y}V{to}\" class=\"grid\"/>"),
        Shape::Star { x, y } => write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STAR}\"/>"),
        Shape::Stone { x, y, color } => {
            let class = if *color == Color::Black { "b" } else { "w" };
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" class=\"{class}\"/>")
        }
        Shape::Ring { x, y, on: color } => {
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RING}\" class=\"ring {}\"/>", on(*color))
        }
        Shape::Text { x, y, writing, text } => {
            let class = match writing {
                Writing::Coordinate => "coord".to_string(),
                Writing::Number(color) => format!("num {}", on(*color)),
                Writing::Label => "label".to_string(),
            };
            write!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escape(text))
        }
    };
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
