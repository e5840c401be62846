//! What a score in a match says about the players.

/// Wilson's interval for a share of successes, 95 %. Draws are half a success.
pub fn wilson(successes: f64, trials: usize) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    const Z: f64 = 1.959_963_984_540_054;
    let n = trials as f64;
    let share = successes / n;
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * ((share * (1.0 - share) + Z * Z / (4.0 * n)) / n).sqrt();
    let scale = 1.0 + Z * Z / n;
    [((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn known_intervals() {
        let rounded = |successes, trials| wilson(successes, trials).map(|x| (x * 1000.0).round() / 1000.0);
        assert_eq!(rounded(0.0, 0), [0.0, 1.0]);
        assert_eq!(rounded(0.0, 10), [0.0, 0.278]);
        assert_eq!(rounded(10.0, 10), [0.722, 1.0]);
        assert_eq!(rounded(50.0, 100), [0.404, 0.596]);
        assert_eq!(rounded(8.0, 10), [0.490, 0.943]);
    }
}
