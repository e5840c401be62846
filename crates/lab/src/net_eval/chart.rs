//! The calibration of the network and its right winners by move number, drawn as SVG.

use std::fmt::Write as _;

use super::NetEvaluated;

const SIDE: f64 = 320.0;
const EDGE: f64 = 46.0;

impl NetEvaluated {
    /// Two charts side by side: predicted against actual share of wins, and right winners by move number.
    pub fn chart(&self) -> String {
        let (width, height) = (2.0 * SIDE + 4.0 * EDGE, SIDE + 2.0 * EDGE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
        );
        self.calibration_chart(&mut svg, EDGE);
        self.winner_chart(&mut svg, SIDE + 3.0 * EDGE);
        svg.push_str("</svg>\n");
        svg
    }

    fn calibration_chart(&self, svg: &mut String, left: f64) {
        frame(svg, left, "predicted chance to win", "won", 0.0);
        let at = |x: f64, y: f64| (left + x * SIDE, EDGE + (1.0 - y) * SIDE);
        let ((x0, y0), (x1, y1)) = (at(0.0, 0.0), at(1.0, 1.0));
        let _ = write!(svg, "<path d=\"M{x0} {y0}L{x1} {y1}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>");
        let most = self.calibration.iter().map(|b| b.positions).max().unwrap_or(1).max(1) as f64;
        for bin in self.calibration.iter().filter(|bin| bin.positions > 0) {
            let (x, y) = at(bin.predicted, bin.won);
            // two standard errors up and down; the dot's area follows the number of positions
            let spread = 2.0 * (bin.won * (1.0 - bin.won) / bin.positions as f64).sqrt() * SIDE;
            let radius = 2.5 + 5.0 * (bin.positions as f64 / most).sqrt();
            let _ = write!(svg, "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#36c\"/>", y - spread, y + spread);
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#36c\"/>");
        }
    }

    fn winner_chart(&self, svg: &mut String, left: f64) {
        frame(svg, left, "move number", "right winner", 0.5);
        let last = self.value_by_move.iter().filter(|s| s.positions >= 20).map(|s| s.to).max().unwrap_or(1) as f64;
        let mut path = String::new();
        for span in self.value_by_move.iter().filter(|s| s.positions >= 20) {
            let x = left + (span.from + span.to) as f64 / 2.0 / last * SIDE;
            let y = EDGE + (1.0 - (span.value_accuracy - 0.5).max(0.0) * 2.0) * SIDE;
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { "M" } else { "L" });
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"#c63\"/>");
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                EDGE + SIDE + 16.0,
                span.to
            );
        }
        let _ = write!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"#c63\" stroke-width=\"2\"/>");
    }
}

/// Axes with five marks from `low` to 1 upwards; the first chart has them to the right too.
fn frame(svg: &mut String, left: f64, across: &str, upwards: &str, low: f64) {
    let _ = write!(
        svg,
        "<rect x=\"{left}\" y=\"{EDGE}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#333\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{across}</text><text x=\"{left}\" y=\"{}\">{upwards}</text>",
        left + SIDE / 2.0,
        EDGE + SIDE + 36.0,
        EDGE - 12.0
    );
    for k in 0..=4 {
        let share = f64::from(k) / 4.0;
        let y = EDGE + (1.0 - share) * SIDE;
        let value = (low + share * (1.0 - low)) * 100.0;
        let _ = write!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.0} %</text>", left - 4.0, y + 4.0);
        if low == 0.0 {
            let x = left + share * SIDE;
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{value:.0} %</text>",
                EDGE + SIDE + 16.0
            );
        }
    }
}
