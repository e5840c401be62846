use super::*;
use crate::{NamedGame, Prepared};
use gosedai_records::replay::Overrides;

#[test]
fn a_ko_with_two_threats_is_one_fight() {
    // Black takes at e4 (ed), White threatens and takes back, Black threatens and takes back
    let sgf = "(;SZ[9]AB[cd][dc][de]AW[fd][ec][ee][dd];B[ed];W[aa];B[ba];W[dd];B[ii];W[hi];B[ed];W[ig];B[dd])";
    let game = Prepared::new(&NamedGame { name: "ko".into(), sgf: sgf.into() }, Overrides::default()).unwrap();
    let found = fights(&game.moves, &game.positions);
    assert_eq!(found, [KoFight { first: 0, last: 6, winner: Color::Black, threats: vec![1, 4] }]);
    assert!(found[0].contains(4) && !found[0].contains(7));
}

#[test]
fn a_ko_that_is_taken_once_is_no_fight() {
    let sgf = "(;SZ[9]AB[cd][dc][de]AW[fd][ec][ee][dd];B[ed];W[aa];B[dd];W[ii])";
    let game = Prepared::new(&NamedGame { name: "ko".into(), sgf: sgf.into() }, Overrides::default()).unwrap();
    assert!(fights(&game.moves, &game.positions).is_empty());
}
