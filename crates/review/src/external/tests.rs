use super::*;

#[test]
fn info_lines_of_both_dialects() {
    let kata = "info move D4 visits 20 winrate 0.55 scoreMean 1.5 prior 0.2 order 0 pv D4 Q16 info move C3 visits 3 winrate 0.4 order 1 pv C3";
    let analysis = parse_info(kata, Color::White, true);
    assert_eq!(analysis.visits, 23);
    assert_eq!(analysis.score, Some(-1.5), "the mover's lead, for Black");
    assert_eq!(analysis.moves[0].pv.len(), 2);
    let leela = parse_info("info move Q4 visits 10 winrate 4300 prior 1000 order 0 pv Q4", Color::Black, false);
    assert!((leela.win_rate - 0.43).abs() < 1e-9);
}

/// The value of a move is the mean of what was searched behind it; so must that of a position be, or every move seems to lose.
#[test]
fn the_value_of_a_position_is_the_mean_of_its_search() {
    let line = "info move Q4 visits 30 winrate 0.6 scoreLead 3 order 0 pv Q4 info move D4 visits 10 winrate 0.2 scoreLead -1 order 1 pv D4";
    let analysis = parse_info(line, Color::Black, true);
    assert!((analysis.win_rate - 0.5).abs() < 1e-9 && (analysis.score.unwrap() - 2.0).abs() < 1e-9);
    assert_eq!(analysis.moves[0].score, Some(3.0));
}

#[test]
fn scores_as_gnu_go_writes_them() {
    assert_eq!(parse_score("W+10.8 (upper bound: 10.8, lower: 10.8)"), Some(-10.8));
    assert_eq!(parse_score("B+3"), Some(3.0));
    assert_eq!(parse_score("0"), Some(0.0));
    assert_eq!(parse_score("much"), None);
}

#[test]
fn a_command_that_is_no_engine_is_refused_in_one_sentence() {
    let error = External::start("no-such-program-here").err().unwrap().to_string();
    assert!(error.contains("no-such-program-here"), "{error}");
}
