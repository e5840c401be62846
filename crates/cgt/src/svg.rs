//! Pictures: thermographs as the literature draws them (Left's side to the left, temperature upwards, the mast on top) and trees.

use crate::arena::{Arena, Game};
use crate::{Rational, Thermograph};
use std::fmt::Write;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 420.0;
const MARGIN: (f64, f64, f64, f64) = (64.0, 84.0, 28.0, 56.0);

struct Frame {
    low: f64,
    high: f64,
    bottom: f64,
    top: f64,
}

impl Frame {
    /// Larger values lie further left, as in Winning Ways.
    fn x(&self, value: f64) -> f64 {
        let (left, _, right, _) = MARGIN;
        left + (self.high - value) / (self.high - self.low) * (WIDTH - left - right)
    }

    fn y(&self, t: f64) -> f64 {
        let (_, top, _, bottom) = MARGIN;
        HEIGHT - bottom - (t - self.bottom) / (self.top - self.bottom) * (HEIGHT - top - bottom)
    }
}

/// A step of 1, 2 or 5 times a power of ten that gives at most `most` ticks; below one, halves, quarters and so on.
fn tick(range: f64, most: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].iter().cycle().take(30) {
        if range / step <= most {
            break;
        }
        step *= factor;
    }
    while range / step < most / 4.0 && step > 1.0 / 64.0 {
        step /= 2.0;
    }
    step
}

fn number(x: f64) -> String {
    if x == x.round() {
        return format!("{}", x as i64).replace('-', "\u{2212}");
    }
    let mut den = 2i64;
    while (x * den as f64).fract() != 0.0 && den < 1024 {
        den *= 2;
    }
    format!("{}/{den}", (x * den as f64) as i64).replace('-', "\u{2212}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws a thermograph from t = 0 upwards (from -1 for numbers). `title` is written above it.
pub fn thermograph_svg(graph: &Thermograph, title: &str) -> String {
    let zero = Rational::ZERO;
    let foot = if graph.temperature < zero { Rational::int(-1) } else { zero };
    let shown = graph.above(foot);
    let values = || shown.left.iter().chain(&shown.right).map(|c| c.1.to_f64());
    let (mut low, mut high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let spare = ((high - low) * 0.12).max(0.5);
    low -= spare;
    high += spare;
    let bottom = foot.to_f64();
    let heat = graph.temperature.to_f64();
    let top = heat + ((heat - bottom) * 0.3).max(0.5);
    // one unit is as long upwards as sideways, so that every taxed wall rises at 45 degrees
    let (plot_width, plot_height) = (WIDTH - MARGIN.0 - MARGIN.2, HEIGHT - MARGIN.1 - MARGIN.3);
    let unit = (plot_width / (high - low)).min(plot_height / (top - bottom));
    let (middle, wide) = ((low + high) / 2.0, plot_width / unit / 2.0);
    (low, high) = (middle - wide, middle + wide);
    let top = bottom + plot_height / unit;
    let frame = Frame { low, high, bottom, top };
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Georgia, 'Noto Serif', serif" font-size="14">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>
<text x="{:.1}" y="28" text-anchor="middle" font-size="{}">{}</text>
<text x="{:.1}" y="50" text-anchor="middle" fill="#555">mean {}, temperature {}</text>"##,
        WIDTH / 2.0,
        if title.chars().count() > 44 { 12 } else { 18 },
        escape(&shorten(title, 74)),
        WIDTH / 2.0,
        graph.mean,
        graph.temperature
    );
    grid(&mut svg, &frame);
    let path = |wall: &[(Rational, Rational)]| {
        let mut d = String::new();
        for (i, c) in wall.iter().enumerate() {
            let _ = write!(
                d,
                "{}{:.1} {:.1} ",
                if i == 0 { "M" } else { "L" },
                frame.x(c.1.to_f64()),
                frame.y(c.0.to_f64())
            );
        }
        d
    };
    let (mx, my, mt) = (frame.x(graph.mean.to_f64()), frame.y(heat), frame.y(top));
    let mut outline = path(&shown.left);
    let back: Vec<_> = shown.right.iter().rev().copied().collect();
    outline.push_str(&path(&back).replacen('M', "L", 1));
    let _ = writeln!(svg, r##"<path d="{outline}Z" fill="#d8e3ee" fill-opacity="0.6"/>"##);
    let left = format!("{}L{mx:.1} {my:.1}", path(&shown.left));
    let right = format!("{}L{mx:.1} {my:.1}", path(&shown.right));
    let _ = writeln!(
        svg,
        r##"<path d="{left}" fill="none" stroke="#111" stroke-width="3" stroke-linejoin="round"/>
<path d="{right}" fill="none" stroke="#b5331f" stroke-width="3" stroke-linejoin="round"/>
<path d="M{mx:.1} {my:.1}L{mx:.1} {:.1}" stroke="#1d4f91" stroke-width="3"/>
<path d="M{:.1} {:.1}L{mx:.1} {mt:.1}L{:.1} {:.1}" fill="none" stroke="#1d4f91" stroke-width="3"/>
<circle cx="{mx:.1}" cy="{my:.1}" r="4.5" fill="#1d4f91"/>
<path d="M{:.1} {my:.1}H{:.1}" stroke="#1d4f91" stroke-dasharray="4 4"/>"##,
        mt + 2.0,
        mx - 6.0,
        mt + 10.0,
        mx + 6.0,
        mt + 10.0,
        MARGIN.0,
        mx - 6.0
    );
    corners(&mut svg, &frame, &shown, foot);
    let _ = writeln!(
        svg,
        r##"<text x="{:.1}" y="{:.1}" fill="#111">Left (Black) wall</text>
<text x="{:.1}" y="{:.1}" text-anchor="end" fill="#b5331f">Right (White) wall</text>
</svg>"##,
        MARGIN.0,
        HEIGHT - 10.0,
        WIDTH - MARGIN.2,
        HEIGHT - 10.0
    );
    svg
}

fn grid(svg: &mut String, frame: &Frame) {
    let (left, top, right, bottom) = MARGIN;
    let step = tick(frame.high - frame.low, 12.0);
    let mut v = (frame.low / step).ceil() * step;
    while v <= frame.high {
        let x = frame.x(v);
        let _ = writeln!(
            svg,
            r##"<path d="M{x:.1} {top}V{:.1}" stroke="#e6e0d2"/><text x="{x:.1}" y="{:.1}" text-anchor="middle" fill="#444">{}</text>"##,
            HEIGHT - bottom,
            HEIGHT - bottom + 20.0,
            number(v)
        );
        v += step;
    }
    let step = tick(frame.top - frame.bottom, 10.0);
    let mut t = (frame.bottom / step).ceil() * step;
    while t <= frame.top {
        let y = frame.y(t);
        let _ = writeln!(
            svg,
            r##"<path d="M{left} {y:.1}H{:.1}" stroke="#e6e0d2"/><text x="{:.1}" y="{:.1}" text-anchor="end" fill="#444">{}</text>"##,
            WIDTH - right,
            left - 8.0,
            y + 5.0,
            number(t)
        );
        t += step;
    }
    let _ = writeln!(
        svg,
        r##"<path d="M{left} {top}V{:.1}H{:.1}" fill="none" stroke="#333" stroke-width="1.5"/>
<text x="18" y="{:.1}" transform="rotate(-90 18 {:.1})" text-anchor="middle" fill="#333">temperature t</text>"##,
        HEIGHT - bottom,
        WIDTH - right,
        (top + HEIGHT - bottom) / 2.0,
        (top + HEIGHT - bottom) / 2.0
    );
}

/// The values at the foot of the walls and at their corners, written beside them.
fn corners(svg: &mut String, frame: &Frame, shown: &Thermograph, foot: Rational) {
    for (wall, other, colour, anchor, dx) in
        [(&shown.left, &shown.right, "#111", "end", -8.0), (&shown.right, &shown.left, "#b5331f", "start", 8.0)]
    {
        for c in wall.iter().filter(|c| c.0 < shown.temperature || shown.temperature < foot) {
            let (x, y) = (frame.x(c.1.to_f64()), frame.y(c.0.to_f64()));
            let _ = writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="{colour}"/>"##);
            // where both walls stand together one label is enough
            let doubled = colour != "#111" && other.contains(c);
            if !doubled {
                let _ = writeln!(
                    svg,
                    r##"<text x="{:.1}" y="{:.1}" text-anchor="{anchor}" fill="{colour}" paint-order="stroke" stroke="#fffdf8" stroke-width="4">{}</text>"##,
                    x + dx,
                    y - 6.0,
                    c.1
                );
            }
        }
    }
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        text.to_string()
    } else {
        text.chars().take(most - 1).collect::<String>() + "…"
    }
}

/// Draws the tree of a canonical form: Left's moves go down to the left, Right's to the right; leaves and named values are labelled.
pub fn tree_svg(arena: &mut Arena, g: Game, most_nodes: usize) -> String {
    let mut drawing = Drawing { items: String::new(), nodes: 0, most: most_nodes, right: 40.0, deepest: 0 };
    drawing.place(arena, g, 0, Side::Root);
    let (w, h) = ((drawing.right + 20.0).max(300.0), 100.0 + 64.0 * drawing.deepest as f64);
    let _ = writeln!(
        drawing.items,
        r##"<text x="12" y="{:.1}" font-size="12" fill="#111">Left (Black) moves ╱</text><text x="{:.1}" y="{:.1}" font-size="12" text-anchor="end" fill="#b5331f">╲ Right (White) moves</text><text x="{:.1}" y="{:.1}" font-size="11" text-anchor="middle" fill="#1d4f91">m ± t: mean and temperature</text>"##,
        h - 26.0,
        w - 12.0,
        h - 26.0,
        w / 2.0,
        h - 8.0
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" font-family=\"Georgia, 'Noto Serif', serif\" font-size=\"14\">\n<rect width=\"{w:.0}\" height=\"{h:.0}\" fill=\"#fffdf8\"/>\n{}</svg>\n",
        drawing.items
    )
}

/// From which side of its parent a position hangs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Root,
    Left,
    Right,
}

struct Drawing {
    items: String,
    nodes: usize,
    most: usize,
    right: f64,
    deepest: usize,
}

impl Drawing {
    /// Places a subtree and returns the x of its root.
    fn place(&mut self, arena: &mut Arena, g: Game, depth: usize, side: Side) -> f64 {
        self.nodes += 1;
        self.deepest = self.deepest.max(depth);
        let y = 34.0 + 64.0 * depth as f64;
        let is_leaf =
            arena.as_simple(g).is_some() && side != Side::Root || arena.is_number(g) || self.nodes > self.most;
        if is_leaf {
            let name = shorten(&arena.name(g), 24);
            let half = 6.0 + 4.2 * name.chars().count() as f64;
            let x = self.right + half + 10.0;
            self.right = x + half;
            let _ = writeln!(
                self.items,
                r##"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"##,
                y + 6.0,
                escape(&name)
            );
            return x;
        }
        let lefts = arena.lefts(g).to_vec();
        let rights = arena.rights(g).to_vec();
        let xs: Vec<f64> = lefts.iter().map(|&o| self.place(arena, o, depth + 1, Side::Left)).collect();
        self.right += 14.0;
        let ys: Vec<f64> = rights.iter().map(|&o| self.place(arena, o, depth + 1, Side::Right)).collect();
        let first = xs.last().copied().unwrap_or(self.right);
        let last = ys.first().copied().unwrap_or(first);
        let x = (first + last) / 2.0;
        for (list, games, colour) in [(&xs, &lefts, "#111"), (&ys, &rights, "#b5331f")] {
            for (child, &option) in list.iter().zip(games) {
                // leaves have their value below the line, other positions are dots on it
                let leaf = arena.as_simple(option).is_some() || self.nodes > self.most;
                let end = if leaf { y + 50.0 } else { y + 64.0 };
                let _ = writeln!(
                    self.items,
                    r##"<path d="M{x:.1} {y:.1}L{child:.1} {end:.1}" stroke="{colour}" stroke-width="2"/>"##
                );
            }
        }
        let heat = arena.thermograph(g);
        // away from the line that leads here
        let (dx, anchor) = if side == Side::Left { (-9.0, "end") } else { (9.0, "start") };
        let _ = writeln!(
            self.items,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="#1d4f91"/><text x="{:.1}" y="{:.1}" font-size="11" text-anchor="{anchor}" fill="#1d4f91" paint-order="stroke" stroke="#fffdf8" stroke-width="3">{} ± {}</text>"##,
            x + dx,
            y - 3.0,
            heat.mean,
            heat.temperature
        );
        self.right = self.right.max(x + 60.0);
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn pictures_hold_their_figures() {
        let mut a = Arena::new();
        for text in ["{4|0}", "{6|{4|0}}", "{{7|2}|{{2|0}|-4}}", "3/4", "5", "*", "{{20|4}|0}"] {
            let g = parse(&mut a, text).unwrap();
            let graph = a.thermograph(g);
            let svg = thermograph_svg(&graph, text);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains(&format!("mean {}, temperature {}", graph.mean, graph.temperature)));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{text}");
            let tree = tree_svg(&mut a, g, 60);
            assert!(tree.contains("</svg>") && !tree.contains("NaN"));
        }
    }
}
