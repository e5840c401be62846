use super::*;

#[test]
fn games_of_one_name_get_files_of_their_own() {
    let names = ["a/game.sgf", "b/Game.sgf", "game-2.sgf", "other.sgf", "-"];
    assert_eq!(stems(names.into_iter()), ["game", "Game-2", "game-2-2", "other", "-"]);
}

#[test]
fn what_is_no_finished_review_is_none() {
    assert!(read(Path::new("no/such/folder"), "game", "key").is_none());
}
