use super::*;
use crate::{NamedGame, Prepared};
use gosedai_records::replay::Overrides;

#[test]
fn a_ko_with_two_threats_is_one_fight() {
    // Black takes at e4 (ed), White threatens and takes back, Black threatens and takes back
    let sgf = "(;SZ[9]AB[cd][dc][de]AW[fd][ec][ee][dd];B[ed];W[aa];B[ba];W[dd];B[ii];W[hi];B[ed];W[ig];B[dd])";
    let game = Prepared::new(&NamedGame { name: "ko".into(), sgf: sgf.into() }, Overrides::default()).unwrap();
    let found = fights(&game.moves, &game.positions);
    let place = ["D6", "E6"].map(|point| point.parse().unwrap());
    let (ended, ignored) = (Some(8), Some(7));
    let fight = KoFight { first: 0, last: 6, end: 8, ended, winner: Color::Black, threats: vec![1, 4], ignored, place };
    assert_eq!(found, [fight]);
    assert!(found[0].contains(4) && found[0].is_threat(7) && !found[0].is_threat(8));
}

#[test]
fn a_ko_that_is_taken_once_is_no_fight() {
    let sgf = "(;SZ[9]AB[cd][dc][de]AW[fd][ec][ee][dd];B[ed];W[aa];B[dd];W[ii])";
    let game = Prepared::new(&NamedGame { name: "ko".into(), sgf: sgf.into() }, Overrides::default()).unwrap();
    assert!(fights(&game.moves, &game.positions).is_empty());
}
