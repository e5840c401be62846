//! The equivalent-points function: how many points of territory an unsettled point with a given potential is worth.

use toml::{Table, Value};

/// A monotone, odd, piecewise linear table from potential to points in [−1, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct EquivalentPoints {
    /// Corners of the curve for potentials ≥ 0, starting at (0, 0).
    pub knots: Vec<(f64, f64)>,
    /// Points for each potential from 0 up to saturation, in thousandths: exact sums whatever the order.
    table: Vec<i32>,
}

impl EquivalentPoints {
    /// Reads `knots = [[potential, points], …]`.
    pub fn parse(text: &str) -> Result<EquivalentPoints, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.message().to_string())?;
        let knots =
            table.get("knots").and_then(Value::as_array).ok_or("knots = [[potential, points], …] is missing")?;
        let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|n| n as f64));
        let pairs: Option<Vec<(f64, f64)>> = knots
            .iter()
            .map(|knot| match knot.as_array()?.as_slice() {
                [x, y] => Some((number(x)?, number(y)?)),
                _ => None,
            })
            .collect();
        EquivalentPoints::new(pairs.ok_or("every knot is a pair of numbers")?)
    }

    pub fn new(knots: Vec<(f64, f64)>) -> Result<EquivalentPoints, String> {
        if knots.first() != Some(&(0.0, 0.0)) {
            return Err("the curve must start at [0, 0]".into());
        }
        if !knots.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1) || knots.iter().any(|k| k.1 > 1.0) {
            return Err("the curve must rise and stay at or below 1".into());
        }
        let end = knots.last().map_or(0.0, |k| k.0).clamp(0.0, 10_000.0) as usize;
        let at = |x: f64| {
            let after = knots.iter().position(|k| k.0 >= x).unwrap_or(knots.len() - 1).max(1).min(knots.len() - 1);
            let ((x0, y0), (x1, y1)) = (knots[after - 1], knots[after]);
            y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0)
        };
        let table = if knots.len() < 2 {
            vec![0]
        } else {
            (0..=end).map(|potential| (at(potential as f64) * 1000.0).round() as i32).collect()
        };
        Ok(EquivalentPoints { knots, table })
    }

    /// Thousandths of a point for a potential; negative for White's.
    #[inline]
    pub fn thousandths(&self, potential: i32) -> i32 {
        let size = (potential.unsigned_abs() as usize).min(self.table.len() - 1);
        self.table[size] * potential.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_monotone_and_saturating() {
        let curve = EquivalentPoints::parse("knots = [[0, 0], [20, 0.1], [100, 1]]").unwrap();
        assert_eq!([curve.thousandths(10), curve.thousandths(-10), curve.thousandths(500)], [50, -50, 1000]);
        assert!((-200..200).all(|p| curve.thousandths(p) <= curve.thousandths(p + 1)));
        assert!(EquivalentPoints::parse("knots = [[0, 0], [20, 0.5], [30, 0.1]]").is_err());
    }
}
