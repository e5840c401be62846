//! Plots of a summary as SVG: lines over the games, bars of the faults. Legible in print: lines differ by their dashes, too.

use std::fmt::Write as _;

use gosedai_explain::svg::escape;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
/// Labels along the games that fit.
const LABELS: usize = 8;

/// A line: its name, its class of style, and a value for each game that has one.
pub struct Series<'a> {
    pub name: &'a str,
    pub class: &'static str,
    pub values: Vec<Option<f64>>,
}

/// A round step that divides a range into at most five parts.
fn step(most: f64) -> f64 {
    let unit = 10f64.powf((most / 5.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|step| most / step <= 5.0).unwrap_or(most)
}

/// Values over the games in their order; `labels` has a date for each, `percent` tells how values are written.
pub fn lines(title: &str, labels: &[String], series: &[Series], percent: bool) -> String {
    const HEIGHT: f64 = 250.0;
    const TOP: f64 = 26.0;
    const BOTTOM: f64 = 28.0;
    let highest = series.iter().flat_map(|line| line.values.iter().flatten()).fold(0.0, |a: f64, &b| a.max(b));
    let step = if percent { 0.25 } else { step(highest.max(0.1)) };
    let most = if percent { 1.0 } else { (highest.max(0.1) / step).ceil() * step };
    let x = |i: usize| {
        let count = labels.len().max(2) as f64 - 1.0;
        let middle = if labels.len() < 2 { 0.5 } else { i as f64 / count };
        LEFT + middle * (WIDTH - LEFT - RIGHT)
    };
    let y = |value: f64| HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" class=\"graph\" aria-label=\"{}\">", escape(title));
    let mut value = 0.0;
    while value <= most + step / 2.0 {
        let label = if percent { format!("{:.0}%", 100.0 * value) } else { short(value) };
        let _ = write!(svg, "<path d=\"M{LEFT} {0:.1}H{1}\" class=\"rule\"/>", y(value), WIDTH - RIGHT);
        let _ = write!(svg, "<text x=\"4\" y=\"{:.1}\" class=\"axis\">{label}</text>", y(value) + 3.5);
        value += step;
    }
    let every = labels.len().div_ceil(LABELS).max(1);
    for (i, label) in labels.iter().enumerate().step_by(every) {
        let place = match i {
            0 if labels.len() > 1 => "",
            i if i > 0 && i + 1 == labels.len() => " end",
            _ => " mid",
        };
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" class=\"axis{place}\">{}</text>",
            x(i),
            HEIGHT - 8.0,
            escape(label)
        );
    }
    let mut legend = LEFT;
    for Series { name, class, values } in series {
        let mut path = String::new();
        let mut dots = String::new();
        for (i, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let _ = write!(path, "{}{:.1} {:.1}", if path.is_empty() { 'M' } else { 'L' }, x(i), y(*value));
            let _ = write!(dots, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\"/>", x(i), y(*value));
        }
        let _ = write!(svg, "<g class=\"series {class}\"><path d=\"{path}\"/>{dots}<path d=\"M{legend} 12h24\"/></g>");
        let _ = write!(svg, "<text x=\"{}\" y=\"16\" class=\"axis\">{}</text>", legend + 29.0, escape(name));
        // letters of the East are twice as wide
        let wide: f64 = name.chars().map(|c| if c.is_ascii() { 5.6 } else { 10.5 }).sum();
        legend += 29.0 + wide + 18.0;
    }
    svg.push_str("</svg>");
    svg
}

fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Horizontal bars, each made of parts; a part has its class of style.
pub fn bars(title: &str, rows: &[(String, Vec<(&'static str, f64)>)]) -> String {
    const ROW: f64 = 24.0;
    const NAMES: f64 = 250.0;
    let total = |parts: &[(&str, f64)]| parts.iter().map(|part| part.1).sum::<f64>();
    let most = rows.iter().map(|row| total(&row.1)).fold(1.0, f64::max);
    let height = ROW * rows.len() as f64 + 6.0;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" class=\"graph\" aria-label=\"{}\">", escape(title));
    for (i, (name, parts)) in rows.iter().enumerate() {
        let top = ROW * i as f64 + 4.0;
        let _ = write!(svg, "<text x=\"4\" y=\"{}\" class=\"axis\">{}</text>", top + 13.0, escape(name));
        let mut left = NAMES;
        for &(class, value) in parts {
            let width = value / most * (WIDTH - NAMES - 60.0);
            let _ =
                write!(svg, "<rect x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"17\" class=\"{class}\"/>");
            left += width;
        }
        let _ =
            write!(svg, "<text x=\"{:.1}\" y=\"{}\" class=\"axis\">{:.0}</text>", left + 5.0, top + 13.0, total(parts));
    }
    svg.push_str("</svg>");
    svg
}
