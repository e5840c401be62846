use super::*;
use gosedai_board::{Rules, Size};

#[test]
fn nobody_passes_on_an_empty_board_however_short_the_search() {
    let cx = Context::default();
    for side in [25, 19, 9, 5] {
        for playouts in [1, 2, 4, 8, 16] {
            let position = Position::new(Size::square(side).unwrap(), Rules::CHINESE, 7.0);
            let limit = Limit { playouts: Some(playouts), seconds: None };
            let choice = PuctPlayer::new(&PlayerOptions::default(), &cx).unwrap().choose(&position, limit, &cx);
            assert_ne!(choice.unwrap().act, Act::Play(Move::Pass), "{side} lines, {playouts} playouts");
        }
    }
}
