//! Full 19×19 last-stage positions: solved exactly and quickly, and better than always taking the hottest place.

mod suite;

use gosedai_board::Color;
use gosedai_worth::{Counting, Options, Strategy, analyse, play_out};
use std::time::Instant;

fn options(counting: Counting) -> Options<'static> {
    Options { read_nodes: 0, ..Options::new(counting) }
}

#[test]
fn every_board_is_solved_exactly_in_seconds() {
    let all = suite::positions();
    assert!(all.len() >= 20);
    for p in &all {
        let start = Instant::now();
        let territory = analyse(&p.board, options(Counting::Territory));
        let area = analyse(&p.board, options(Counting::Area));
        assert!(start.elapsed().as_secs() < 10, "{}", p.name);
        assert!(territory.regions.len() >= 8, "{}: {} regions", p.name, territory.regions.len());
        assert!(territory.complete && area.complete, "{}", p.name);
        assert_eq!(territory.score, p.territory.map(Some), "{}", p.name);
        assert_eq!(area.score, p.area.map(Some), "{}", p.name);
        // somebody has a move that keeps the score
        assert!(!territory.best[0].is_empty() && !territory.best[1].is_empty());
    }
}

#[test]
fn best_play_reaches_the_computed_score_and_beats_the_hottest_place() {
    let mut worth = 0;
    for p in suite::positions().iter().take(8) {
        let (best, hot) = (Strategy::Perfect, Strategy::Hottest);
        let o = options(Counting::Territory);
        for (s, first) in Color::BOTH.into_iter().enumerate() {
            assert_eq!(play_out(&p.board, first, [best, best], o), Some(p.territory[s]), "{}", p.name);
        }
        let black = play_out(&p.board, Color::Black, [hot, best], o).unwrap();
        let white = play_out(&p.board, Color::White, [best, hot], o).unwrap();
        assert_eq!([p.territory[0] - black, white - p.territory[1]], p.greedy_loses, "{}", p.name);
        worth += p.greedy_loses[0] + p.greedy_loses[1];
    }
    assert!(worth >= 4, "order must matter: {worth}");
}

/// A cancelled analysis claims nothing: every region is only bounded.
#[test]
fn cancelled_work_is_only_bounded() {
    let board =
        gosedai_board::diagram::parse(". X . . O .\nX X X . O O\n. X X . O .\nX X X . O O\n. X O . O .\nX X X X O O")
            .unwrap();
    let whole = gosedai_worth::analyse(&board, gosedai_worth::Options::new(gosedai_worth::Counting::Area));
    assert!(whole.complete && !whole.regions.is_empty());
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let options =
        gosedai_worth::Options { cancel: Some(&stop), ..gosedai_worth::Options::new(gosedai_worth::Counting::Area) };
    let end = gosedai_worth::analyse(&board, options);
    assert!(!end.complete && end.score == [None; 2]);
    for color in [0, 1] {
        let score = whole.score[color].unwrap();
        assert!((end.bounds.low..=end.bounds.high).contains(&score), "{:?} must hold {score}", end.bounds);
    }
}
