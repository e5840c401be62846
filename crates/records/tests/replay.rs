//! Records on the board.

use gosedai_board::{Color, Move, RuleSet, Size, diagram};
use gosedai_records::replay::*;
use gosedai_records::*;

fn game(text: &str) -> GameTree {
    parse_first(text, Mode::Strict).unwrap()
}

fn play(text: &str, moves: Option<usize>) -> Result<Replayed, String> {
    let game = game(text);
    replay(&game, &main_line(&game), moves, Overrides::default()).map_err(|error| error.to_string())
}

#[test]
fn a_game_with_handicap_capture_and_pass() {
    let replayed = play("(;SZ[5]HA[2]KM[0.5]AB[bb][dd];W[aa];B[ab];W[];B[ba];W[cc])", None).unwrap();
    let position = &replayed.position;
    assert_eq!(position.komi(), 0.5);
    assert_eq!(position.handicap(), 2);
    assert_eq!(position.to_play(), Color::Black);
    assert_eq!(position.board().captured(Color::White), 1);
    assert_eq!(position.board().color_at("A5".parse().unwrap()), None);
    assert_eq!(position.board().color_at("C3".parse().unwrap()), Some(Color::White));
    assert_eq!(replayed.played.len(), 5);
    assert_eq!(replayed.played[2].2, Move::Pass);
}

#[test]
fn a_part_of_a_game() {
    let text = "(;SZ[9];B[ee];W[ec];B[gg])";
    assert_eq!(play(text, Some(0)).unwrap().position.to_play(), Color::Black);
    assert_eq!(play(text, Some(2)).unwrap().position.board().stones().count(), 2);
    assert_eq!(play(text, Some(4)).err().unwrap(), "the record has 3 moves, there is no move 4");
    // White to move first, as the record shows.
    assert_eq!(play("(;SZ[9]AB[cc];W[ee])", Some(0)).unwrap().position.to_play(), Color::White);
    assert_eq!(play("(;SZ[9]AB[cc]PL[B];W[ee])", Some(0)).unwrap().position.to_play(), Color::Black);
}

#[test]
fn illegal_moves_are_named() {
    assert_eq!(
        play("(;SZ[9];B[ee]\n;W[ee])", None).err().unwrap(),
        "line 2, column 2: move 2, white E5, cannot be played: E5 is occupied"
    );
    assert_eq!(
        play("(;SZ[5]AB[ba][ab];W[aa])", None).err().unwrap(),
        "line 1, column 19: move 1, white A5, cannot be played: a stone at A5 would have no liberty (suicide)"
    );
    assert_eq!(
        play("(;SZ[5]AB[ba][ab]AW[aa];B[cc])", None).err().unwrap(),
        "line 1, column 3: the stones set up after move 0 cannot stand: a stone at A5 would have no liberty (suicide)"
    );
    assert_eq!(
        play("(;SZ[30];B[ee])", None).err().unwrap(),
        "the record's board is 30x30; boards up to 25x25 can be played on"
    );
    assert_eq!(play("(;SZ[9];B[zz])", None).err().unwrap(), "line 1, column 11: B[zz] is not a point of the 9x9 board");
}

#[test]
fn rectangles_setup_in_the_middle_and_variations() {
    let tree = game("(;SZ[9:5]RU[Japanese];B[aa](;W[bb]AE[aa];AW[cc];B[dd])(;W[ie]))");
    let replayed = replay(&tree, &main_line(&tree), None, Overrides::default()).unwrap();
    let board = replayed.position.board();
    assert_eq!(replayed.position.size(), Size::new(9, 5).unwrap());
    assert_eq!(replayed.position.rules().set(), RuleSet::Japanese);
    assert_eq!(replayed.position.komi(), 6.5);
    assert_eq!(
        diagram::render(board).lines().filter(|line| line.contains('O') || line.contains('X')).count(),
        3,
        "{}",
        diagram::render(board)
    );
    let leaf = tree.walk().last().unwrap().id();
    let line =
        replay(&tree, &tree.path_to(leaf), None, Overrides { komi: Some(1.0), rules: Some(RuleSet::Aga) }).unwrap();
    assert_eq!(line.position.board().color_at("J1".parse().unwrap()), Some(Color::White));
    assert_eq!((line.position.komi(), line.position.rules().set()), (1.0, RuleSet::Aga));
}

#[test]
fn repetition_in_a_record_is_a_fact() {
    // A double ko played as a cycle on the edge: sending two, returning one repeats the whole board.
    let text = "(;SZ[4:1];B[ba];W[ca];B[da];W[];B[];W[ca])";
    let replayed = play(text, None);
    assert!(replayed.is_ok(), "{}", replayed.err().unwrap());
}

#[test]
fn a_position_becomes_a_record_and_comes_back() {
    let text = "(;FF[4]GM[1]CA[UTF-8]SZ[9:13]KM[6.5]RU[japanese]HA[2]AB[cc][gg];W[ee];B[];W[aa])";
    let tree = game(text);
    let replayed = replay(&tree, &main_line(&tree), None, Overrides::default()).unwrap();
    assert_eq!(record_of(&replayed.position).to_sgf(), text.replace("AB[cc][gg]", "AB[gg][cc]"));
    // a turn that was given to the other side stays with it
    let mut turned = replayed.position.clone();
    turned.set_to_play(turned.to_play().opponent());
    let tree = record_of(&turned);
    let again = replay(&tree, &main_line(&tree), None, Overrides::default()).unwrap();
    assert_eq!(again.position.to_play(), turned.to_play());
}

#[test]
fn a_record_without_rules_follows_its_komi() {
    for (komi, rules) in
        [("6.5", RuleSet::Japanese), ("5.5", RuleSet::Japanese), ("7.5", RuleSet::Chinese), ("0", RuleSet::Chinese)]
    {
        let game = parse_first(&format!("(;SZ[19]KM[{komi}];B[pd])"), Mode::Strict).unwrap();
        let position = start_position(&game, Overrides::default()).unwrap();
        assert_eq!(position.rules(), rules.rules(), "komi {komi}");
    }
    let game = parse_first("(;SZ[19]KM[6.5]RU[Chinese];B[pd])", Mode::Strict).unwrap();
    assert_eq!(start_position(&game, Overrides::default()).unwrap().rules(), RuleSet::Chinese.rules());
}

/// Shusaku's games had no komi, whether a record says so or not.
#[test]
fn old_games_have_no_komi_and_count_territory() {
    let start = |root: &str| {
        let tree = game(&format!("(;SZ[19]{root};B[aa])"));
        let position = replay::start_position(&tree, Overrides::default()).unwrap();
        (position.komi(), position.rules().set())
    };
    assert_eq!(start("DT[1843-11-04]"), (0.0, RuleSet::Japanese));
    assert_eq!(start("DT[1846]KM[0]"), (0.0, RuleSet::Japanese));
    assert_eq!(start("DT[1846]KM[5]RU[Chinese]"), (5.0, RuleSet::Chinese));
    assert_eq!(start("DT[2016-03-09]").1, RuleSet::Chinese);
    assert_eq!(start("DT[about 1846]").1, RuleSet::Chinese, "what cannot be read is not guessed");
}
