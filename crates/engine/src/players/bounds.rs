//! How low the true value of a move may be: the lower confidence bound that protocols call `lcb`.

/// Standard deviations between the mean and its bound; what programs that show `lcb` are used to.
const DEVIATIONS: f64 = 5.0;

/// The bound of a mean over `visits` values that have this variance and lie within `radius` of the middle of their
/// range.
///
/// A handful of visits may agree by chance. So one imagined visit that knows nothing is added, with a weight that falls
/// with the cube of the visits: it rules the bound of a first visit and is forgotten after ten.
pub fn lower_bound(mean: f64, variance: f64, visits: u64, radius: f64) -> f64 {
    if visits == 0 {
        return mean - 2.0 * radius * DEVIATIONS;
    }
    let n = visits as f64;
    let imagined = 1.0 / (n * n);
    let weight = n + imagined;
    let variance = variance.max(1e-8) + imagined * radius * radius / weight;
    let effective = weight * weight / (n + imagined * imagined);
    mean - DEVIATIONS * (variance / effective).sqrt()
}

#[cfg(test)]
mod tests;
