use super::*;

fn seen(win: f32, score: f32, weight: f64) -> Seen {
    let judged = Judged { win, score, stdev: 5.0 };
    Seen::of(judged, Scale { centre: 0.0, reach: 19.0 }.utility(judged, Color::Black, &Config::default()), weight)
}

#[test]
fn both_sides_see_the_same() {
    let there = seen(0.7, 4.0, 3.0);
    let back = there.for_opponent().for_opponent();
    assert!((there.win - back.win).abs() < 1e-12 && (there.squares.win - back.squares.win).abs() < 1e-9);
    let (black, white) = (Judged { win: 0.7, score: 4.0, stdev: 5.0 }, Judged { win: 0.3, score: -4.0, stdev: 5.0 });
    let scale = Scale { centre: 3.0, reach: 19.0 };
    let config = Config::default();
    let sum = scale.utility(black, Color::Black, &config) + scale.utility(white, Color::White, &config);
    assert!(sum.abs() < 1e-6, "{sum}");
}

#[test]
fn a_decided_game_is_still_played_for_points() {
    let (config, scale) = (Config::default(), Scale { centre: 32.0, reach: 19.0 });
    let utility = |score| scale.utility(Judged { win: 0.999, score, stdev: 5.0 }, Color::Black, &config);
    assert!(utility(40.0) > utility(36.0) + 0.02);
}

#[test]
fn bad_moves_count_less_and_the_weight_stays() {
    let config = Config::default();
    let moves = || vec![seen(0.6, 2.0, 20.0), seen(0.2, -9.0, 20.0)];
    let mean = mean_of_moves(seen(0.5, 0.0, 1.0), moves(), &config);
    let plain = mean_of_moves(seen(0.5, 0.0, 1.0), moves(), &Config { bad_moves_count_less: 0.0, ..config });
    assert!((mean.weight - 41.0).abs() < 1e-9 && (plain.weight - 41.0).abs() < 1e-9);
    assert!((plain.win - (0.5 + 20.0 * 0.6 + 20.0 * 0.2) / 41.0).abs() < 1e-6);
    assert!(mean.win > plain.win + 0.02, "{} {}", mean.win, plain.win);
}
