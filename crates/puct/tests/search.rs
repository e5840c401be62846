//! The search on small positions: complete rankings, tree reuse, threads, obvious moves.

use std::sync::Arc;

use gosedai_board::{Board, Color, Move, Position, Restrictions, Rules, Size};
use gosedai_net::Net;
use gosedai_puct::{Config, Searcher};

fn searcher() -> Searcher {
    Searcher::new(Arc::new(Net::embedded()), Config::default())
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

#[test]
fn every_legal_move_is_ranked_and_visits_add_up() {
    let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    position.play(mv("E5")).unwrap();
    let ranking = searcher().search(&position, 1, &|p| p.visits < 60);
    assert_eq!(ranking.moves.len(), 81, "80 points and the pass");
    assert_eq!(ranking.moves.iter().map(|m| m.visits).sum::<u32>(), 60);
    assert!(ranking.moves[1..].windows(2).all(|pair| pair[0].visits >= pair[1].visits), "after the choice by visits");
    let priors: f64 = ranking.moves.iter().map(|m| m.prior).sum();
    assert!((priors - 1.0).abs() < 1e-3, "{priors}");
    assert!(ranking.moves[0].line.len() > 1, "a line of play is known");
}

#[test]
fn the_tree_is_kept_when_the_game_goes_on() {
    let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let mut searcher = searcher();
    let first = searcher.search(&position, 1, &|p| p.visits < 120);
    for mv in first.moves[0].line.iter().take(2) {
        position.play(*mv).unwrap();
    }
    let kept = searcher.search(&position, 1, &|_| false);
    assert!(kept.visits > 0, "visits of the line played are known");
    assert_eq!(kept.moves.len(), 80);
    position.undo();
    let other = searcher.search(&position, 1, &|_| false);
    assert_eq!(other.visits, 0, "a position above the root is new");
}

#[test]
fn the_choice_is_the_surest_of_the_moves_with_enough_visits() {
    let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    for text in ["E5", "E3", "D3"] {
        position.play(mv(text)).unwrap();
    }
    let ranking = searcher().search(&position, 1, &|p| p.visits < 200);
    let leader = ranking.moves.iter().map(|m| m.visits).max().unwrap();
    let enough = ranking.moves.iter().filter(|m| m.visits as f32 >= 0.15 * leader as f32 && m.visits >= 4);
    let surest = enough.map(|m| m.worst_case).fold(f64::MIN, f64::max);
    assert_eq!(ranking.moves[0].worst_case, surest);
    assert!(ranking.moves[0].worst_case <= ranking.moves[0].utility);
}

#[test]
fn ways_to_the_same_position_share_their_visits() {
    // with shared visits fewer positions are looked at, and the same number of visits is counted
    let position = Position::new(Size::square(3).unwrap(), Rules::CHINESE, 0.0);
    let looked_at = |transpositions| {
        let config = Config { transpositions, max_nodes: 150, ..Config::default() };
        let mut searcher = Searcher::new(Arc::new(Net::embedded()), config);
        let ranking = searcher.search(&position, 1, &|p| p.visits < 2000);
        assert_eq!(ranking.moves.iter().map(|m| m.visits).sum::<u32>(), ranking.visits);
        ranking.visits
    };
    assert!(looked_at(true) > looked_at(false) + 20, "150 positions last longer where they are shared");
}

#[test]
fn two_threads_share_one_tree() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let ranking = searcher().search(&position, 2, &|p| p.visits < 80);
    assert!((80..=82).contains(&ranking.visits), "{}", ranking.visits);
}

#[test]
fn a_big_capture_is_found_and_lifts_the_chance_to_win() {
    // White's five stones in the middle are in atari at E2; the side to move takes or saves them
    let stones = |text: &str, color| text.split(' ').map(move |p| (p.parse().unwrap(), color)).collect::<Vec<_>>();
    let white = stones("E3 E4 E5 E6 E7", Color::White);
    let black = stones("D3 D4 D5 D6 D7 F3 F4 F5 F6 F7 E8", Color::Black);
    let board = Board::with_stones(Size::NINE, white.into_iter().chain(black)).unwrap();
    let position = Position::from_board(board, Color::Black, Rules::CHINESE, 7.0);
    let ranking = searcher().search(&position, 1, &|p| p.visits < 100);
    assert!(ranking.win_rate > 0.6, "Black is far ahead: {}", ranking.win_rate);
    let rank = ranking.moves.iter().position(|m| m.mv == mv("E2")).unwrap();
    assert!(rank < 5, "E2 is number {rank}");
}

#[test]
fn finished_games_and_full_boards_are_answered() {
    let mut position = Position::new(Size::square(2).unwrap(), Rules::CHINESE, 0.0);
    for text in ["A1", "B2", "pass"] {
        position.play(mv(text)).unwrap();
    }
    let ranking = searcher().search(&position, 1, &|p| p.visits < 30);
    assert!(ranking.moves.iter().any(|m| m.mv == Move::Pass));
    position.play(Move::Pass).unwrap();
    assert!(searcher().search(&position, 1, &|p| p.visits < 10).visits >= 10);
}

#[test]
fn a_tree_is_not_taken_for_that_of_another_board_or_of_other_rules() {
    let mut searcher = searcher();
    let large = Position::new(Size::NINETEEN, Rules::CHINESE, 7.0);
    let small = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    searcher.search(&large, 1, &|p| p.visits < 8);
    let ranking = searcher.search(&small, 1, &|p| p.visits < 8);
    assert_eq!(ranking.moves.len(), 82, "moves of the large board");
    // a stone on the small board and then on the large one, where the same points are legal
    let played = |mut position: Position| {
        position.play(mv("E5")).unwrap();
        position
    };
    searcher.search(&played(small.clone()), 1, &|p| p.visits < 8);
    let ranking = searcher.search(&played(large), 1, &|p| p.visits < 8);
    assert_eq!((ranking.moves.len(), ranking.visits), (361, 8));
    // without a single visit of its own a search can only show what it has kept
    searcher.search(&small, 1, &|p| p.visits < 8);
    let japanese = Position::new(Size::NINE, Rules::JAPANESE, 7.0);
    assert_eq!(searcher.search(&japanese, 1, &|_| false).visits, 0);
}

#[test]
fn moves_that_are_left_out_get_no_visits_down_to_their_depth() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let mut searcher = searcher();
    let mut restrictions = Restrictions::default();
    restrictions.allow_only(Color::Black, &[mv("A1"), mv("J9")], 1);
    restrictions.avoid(Color::White, mv("E5"), 2);
    searcher.restrict(&restrictions);
    let ranking = searcher.search(&position, 1, &|p| p.visits < 60);
    assert_eq!(ranking.moves.len(), 2);
    assert_eq!(ranking.moves.iter().map(|m| m.visits).sum::<u32>(), 60, "unlikely as they are, they get all visits");
    assert!(ranking.moves.iter().all(|m| m.line.get(1) != Some(&mv("E5"))), "White leaves the middle alone");
    assert!(ranking.moves.iter().all(|m| m.line.len() == m.line_visits.len() && m.line_visits[0] == m.visits));
    let likely: f64 = ranking.policy.iter().map(|(_, share)| share).sum();
    assert!(ranking.policy.len() == 82 && (likely - 1.0).abs() < 1e-3, "the network speaks of all moves");
    searcher.restrict(&Restrictions::default());
    assert_eq!(searcher.search(&position, 1, &|p| p.visits < 5).moves.len(), 82);
}

#[test]
fn a_position_where_nothing_may_be_played_is_judged_by_itself() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let mut searcher = searcher();
    let mut restrictions = Restrictions::default();
    restrictions.allow_only(Color::Black, &[], 1);
    searcher.restrict(&restrictions);
    let ranking = searcher.search(&position, 1, &|p| p.visits < 20);
    assert_eq!((ranking.moves.len(), ranking.visits), (0, 20));
    assert!((ranking.win_rate - ranking.first_sight.win_rate).abs() < 1e-6);
}

#[test]
fn owners_are_told_for_the_tree_and_after_each_move() {
    let stones = (0..9).flat_map(|y| [(3, y, Color::Black), (5, y, Color::White)]);
    let stones = stones.map(|(x, y, color)| (gosedai_board::Point::new(x, y), color));
    let position =
        Position::from_board(Board::with_stones(Size::NINE, stones).unwrap(), Color::Black, Rules::CHINESE, 7.0);
    let mut searcher = searcher();
    let ranking = searcher.search(&position, 1, &|p| p.visits < 40);
    let all = searcher.owners(None).unwrap();
    let after = searcher.owners(Some(ranking.moves[0].mv)).unwrap();
    for owners in [&all, &after] {
        assert_eq!((owners.mean.len(), owners.stdev.len()), (81, 81));
        assert!(owners.mean[0] > 0.5 && owners.mean[8] < -0.5, "the sides have their owners");
        assert!(owners.stdev.iter().all(|stdev| (0.0..=1.0).contains(stdev)));
    }
    let unseen = ranking.moves.iter().find(|m| m.visits == 0).unwrap().mv;
    assert_eq!(searcher.owners(Some(unseen)), None);
    assert!(ranking.score_stdev > 0.0 && ranking.moves[0].spread.score_stdev > 0.0);
}
