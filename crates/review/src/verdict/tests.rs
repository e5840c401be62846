use super::*;
use crate::judge::Option_;

fn judged(number: usize, win_rate: f64, score: f64, best: &str, played: &str, rank: usize) -> Judged {
    let option = |mv: &str, rank| Option_ { mv: mv.into(), rank, visits: 50, win_rate, score, line: vec![] };
    let (top, played) = (vec![option(best, 1)], Some(option(played, rank)));
    let (mean_win, mean_score, at_first_sight) = (win_rate, score, Some(20));
    Judged { number, win_rate, score, mean_win, mean_score, top, played, at_first_sight, ranked: 300 }
}

#[test]
fn the_papers_rule_is_the_papers_rule() {
    let limits = Thresholds::default();
    assert!(is_good_by_paper(150, 29, 81, &limits));
    assert!(!is_good_by_paper(151, 29, 81, &limits));
    assert!(!is_good_by_paper(150, 30, 81, &limits));
    assert!(!is_good_by_paper(150, 29, 80, &limits));
}

const NOISE: Noise = Noise { points: 1.0, chance: 0.02 };

#[test]
fn losses_are_classed_by_points_and_faults_also_by_what_they_did_to_the_game() {
    let limits = Thresholds::default();
    use Verdict::*;
    let classes = |dropped| [0.2, 0.7, 1.2, 3.0, 8.0, 20.0].map(|loss| class(loss, dropped, &limits));
    assert_eq!(classes(0.0), [Excellent, Good, Slack, Inaccuracy, Mistake, Blunder]);
    assert_eq!(classes(0.3), [Excellent, Good, Slack, Mistake, Mistake, Blunder]);
    assert_eq!(classes(0.5), [Excellent, Good, Slack, Blunder, Blunder, Blunder]);
}

#[test]
fn a_loss_within_the_doubt_is_not_blamed_and_a_lost_game_is_no_excuse() {
    let moves = [(Color::Black, "D4".parse().unwrap())];
    let expected = [Expected { rank: 2, share: 0.3 }];
    let blamed = |loss: f64, win: f64, noise: f64| {
        let judged = [judged(0, win, 0.0, "C3", "D4", 2), judged(1, 1.0 - win, -loss, "R4", "R4", 1)];
        let noise = Noise { points: noise, chance: 0.02 };
        weigh(&moves, &judged, &expected, noise, &Thresholds::default(), &|_| true, &BTreeMap::new())[0].is_mistake()
    };
    assert!(blamed(2.5, 0.5, 1.0) && !blamed(2.5, 0.5, 2.0));
    assert!(blamed(2.5, 0.01, 1.0), "a lost game is no reason to stop teaching");
}

#[test]
fn where_faults_are_rare_more_is_asked_before_one_is_named() {
    let usual = Noise { points: 1.5, chance: 0.03 };
    let limits = [0.02, 0.05, 0.1, 0.2, 0.4].map(|share| usual.among(share).blamed_from());
    assert!(limits.windows(2).all(|pair| pair[0] >= pair[1]), "{limits:?}");
    assert!(limits[0] <= 4.0 && limits[4] >= 1.6, "{limits:?}");
    let [rare, many] = [0.05, 0.4].map(|share| usual.among(share));
    assert!(rare.clear_from(usual) > many.clear_from(usual) && many.clear_from(usual) >= many.blamed_from());
}

#[test]
fn losses_count_for_the_mover_and_surprises_are_found() {
    let moves = [(Color::Black, "D4".parse().unwrap()), (Color::White, "Q16".parse().unwrap())];
    let judged =
        [judged(0, 0.5, 0.0, "D4", "D4", 1), judged(1, 0.5, 0.0, "C3", "Q16", 9), judged(2, 0.7, 9.0, "R4", "R4", 1)];
    let expected = [Expected { rank: 40, share: 0.001 }, Expected { rank: 2, share: 0.3 }];
    let worse = Natural { mv: "Q4".parse().unwrap(), win_rate: 0.44, score: -2.0, line: vec![] };
    let naturals = BTreeMap::from([(0, worse)]);
    let limits = Thresholds::default();
    let weighed = weigh(&moves, &judged, &expected, NOISE, &limits, &|_| true, &naturals);
    assert!(weighed[0].purpose.is_some() && weighed[0].loss == 0.0);
    assert!((weighed[1].loss - 9.0).abs() < 1e-9 && weighed[1].is_mistake());
    assert_eq!(weighed[1].verdict, Verdict::Mistake);
    let unsure = weigh(&moves, &judged, &expected, NOISE, &limits, &|_| false, &naturals);
    assert!(unsure.iter().all(|m| m.purpose.is_none() && !m.is_mistake()), "nothing is said without a second look");
}

#[test]
fn the_lead_changes_hands_where_the_swing_is_largest_and_waves_do_not_count() {
    let from = |first: Color| {
        let movers = std::iter::successors(Some(first), |color| Some(color.opponent()));
        movers.take(8).collect::<Vec<Color>>()
    };
    let (black_first, white_first) = (from(Color::Black), from(Color::White));
    let lost = [0.5, 0.65, 0.66, 0.6, 0.45, 0.35, 0.3, 0.3];
    assert_eq!(turning_points(&lost, &white_first), [(3, Color::White)]);
    // White slips at move 4 and is still a little ahead; the lead that follows is Black's
    let won = [0.4, 0.3, 0.3, 0.3, 0.47, 0.55, 0.62, 0.65, 0.7];
    assert_eq!(turning_points(&won, &black_first), [(3, Color::Black)]);
    // the leap is seen after Black's own move: it was White's move before that gave the lead away
    let late = [0.4, 0.3, 0.3, 0.36, 0.62, 0.65, 0.7, 0.7];
    assert_eq!(turning_points(&late, &white_first), [(2, Color::Black)]);
    assert!(turning_points(&[0.5, 0.55, 0.45, 0.52, 0.47, 0.55, 0.5, 0.5], &black_first).is_empty());
}
