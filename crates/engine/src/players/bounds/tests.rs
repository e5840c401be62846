use super::*;

#[test]
fn few_visits_are_trusted_little_and_many_are_trusted() {
    let bounds: Vec<f64> = [1, 2, 3, 5, 10, 100].map(|n| lower_bound(0.5, 0.0005, n, 0.5)).to_vec();
    assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]), "{bounds:?}");
    assert!((bounds[0] - (0.5 - 1.25)).abs() < 0.05, "one visit knows nothing: {bounds:?}");
    assert!(bounds[3] > 0.35 && bounds[4] > 0.45 && bounds[5] > 0.48, "{bounds:?}");
    assert!(lower_bound(0.5, 0.0, 0, 0.5) < bounds[0]);
    // a sure value at the edge is no surer than one in the middle
    let distance = |mean: f64| mean - lower_bound(mean, 0.0, 1, 0.5);
    assert!((distance(1.0) - distance(0.5)).abs() < 1e-9);
}
