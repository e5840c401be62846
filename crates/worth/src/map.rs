//! A picture of the board with its regions coloured and lettered.

use crate::endgame::{Endgame, RegionReport};
use gosedai_board::{Board, Color, Point, diagram};
use std::fmt::Write;

const CELL: f64 = 26.0;
const EDGE: f64 = 34.0;
const COLOURS: [&str; 12] = [
    "#3d7dca", "#d9822b", "#3a9a5b", "#b5478f", "#8a6d1b", "#5a55c8", "#c0392b", "#1c8f95", "#7f9c1a", "#e05a9a",
    "#6b4a2b", "#2f4f7f",
];

/// The board as SVG; `labels` names the regions, whose values stand in a list beside it.
pub fn region_map_svg(board: &Board, end: &Endgame, labels: &[String]) -> String {
    let size = board.size();
    let (w, h) = (size.width() as f64, size.height() as f64);
    let board_width = 2.0 * EDGE + CELL * (w - 1.0);
    let (width, height) = (board_width + 250.0, 2.0 * EDGE + CELL * (h - 1.0));
    let at = |p: Point| (EDGE + CELL * p.x() as f64, EDGE + CELL * (h - 1.0 - p.y() as f64));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Georgia, 'Noto Serif', serif\" font-size=\"12\">\n<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fffdf8\"/>\n<rect x=\"6\" y=\"6\" width=\"{:.0}\" height=\"{:.0}\" fill=\"#ecc988\"/>\n",
        board_width - 12.0,
        height - 12.0
    );
    for i in 0..size.width() {
        let x = EDGE + CELL * i as f64;
        let _ = writeln!(svg, r##"<path d="M{x} {EDGE}V{}" stroke="#6b5426"/>"##, height - EDGE);
    }
    for i in 0..size.height() {
        let y = EDGE + CELL * i as f64;
        let _ = writeln!(svg, r##"<path d="M{EDGE} {y}H{}" stroke="#6b5426"/>"##, board_width - EDGE);
    }
    for i in 0..size.width() {
        let name = Point::new(i, 0).to_string().chars().next().unwrap_or(' ');
        let x = EDGE + CELL * i as f64;
        let _ = writeln!(
            svg,
            r##"<text x="{x}" y="{:.1}" text-anchor="middle" font-size="10">{name}</text>"##,
            height - 9.0
        );
    }
    for i in 0..size.height() {
        let y = EDGE + CELL * i as f64 + 3.5;
        let _ =
            writeln!(svg, r##"<text x="14" y="{y}" text-anchor="middle" font-size="10">{}</text>"##, size.height() - i);
    }
    for p in size.points().filter(|&p| diagram::is_star(p, size)) {
        let (x, y) = at(p);
        let _ = writeln!(svg, r##"<circle cx="{x}" cy="{y}" r="3" fill="#6b5426"/>"##);
    }
    for (i, region) in end.regions.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        for p in region.points.iter() {
            let (x, y) = at(p);
            let _ = writeln!(
                svg,
                r##"<rect x="{:.1}" y="{:.1}" width="{CELL}" height="{CELL}" fill="{colour}" fill-opacity="0.45"/>"##,
                x - CELL / 2.0,
                y - CELL / 2.0
            );
        }
    }
    for (p, color) in board.stones() {
        let (x, y) = at(p);
        let (fill, safe) = match color {
            Color::Black => ("#111", &end.safe.stones[0]),
            Color::White => ("#fff", &end.safe.stones[1]),
        };
        let opacity = if safe.contains(p) { 1.0 } else { 0.6 };
        let _ = writeln!(
            svg,
            r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="{fill}" stroke="#111" opacity="{opacity}"/>"##,
            CELL * 0.46
        );
    }
    list(&mut svg, end, labels, board_width, board, &at);
    svg.push_str("</svg>\n");
    svg
}

/// Letters on the board and, beside it, each region's mean and temperature.
fn list(
    svg: &mut String,
    end: &Endgame,
    labels: &[String],
    left: f64,
    board: &Board,
    at: &dyn Fn(Point) -> (f64, f64),
) {
    for (i, (region, label)) in end.regions.iter().zip(labels).enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let anchor = region.points.iter().find(|&p| board.is_empty(p)).or(region.points.first());
        if let Some(p) = anchor {
            let (x, y) = at(p);
            let _ = writeln!(
                svg,
                r##"<text x="{x}" y="{:.1}" text-anchor="middle" font-weight="bold" paint-order="stroke" stroke="#fffdf8" stroke-width="3">{label}</text>"##,
                y + 4.5
            );
        }
        let y = EDGE + 18.0 * i as f64;
        let _ = writeln!(
            svg,
            r##"<rect x="{left}" y="{:.1}" width="12" height="12" fill="{colour}" fill-opacity="0.6"/><text x="{:.1}" y="{y:.1}">{label}  {}</text>"##,
            y - 10.0,
            left + 18.0,
            figures(region)
        );
    }
}

fn figures(region: &RegionReport) -> String {
    match (&region.thermograph, region.bounds) {
        (Some(t), _) => format!("mean {}, one move {}", t.mean, t.temperature),
        (None, Some(b)) => format!("between {} and {}", b.low, b.high),
        (None, None) => String::new(),
    }
}
