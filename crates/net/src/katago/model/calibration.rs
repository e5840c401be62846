//! Positions on which the steps of the quantised activations are chosen: one game of 1846 and a small board.

use gosedai_board::{Move, Point, Position, Rules, Size};

use crate::input::Input;
use crate::katago::Features;

/// Kuwahara Shusaku and Inoue Gennan Inseki, 11 September 1846: columns and rows from the upper left corner.
const GAME: &str = "\
    qddcpqoccpcfepqopenppoppopqpoqoopnqqnqonpmomplmpmqolpklqlrkrlpkqqrrrrsmrnrprpsqsnomoqrrmrlqslomnqrqmorqlqjrj\
    rirklnmmqirqjnlsnsgqgockkcicpcnjkeogohpbqbngmimjndphqgpghqhririqhpjrfclcldmclbmbmdqfpfqhrgrhshrfsgpjpioiojni\
    qkokqekbjbkajcobjaladbccfecngrisfqiojiebfbegdjdkejcjdhijhmgjehflfgerdmfndngnjjjkkkiiikjlkliljhcodoihhnhlbldg\
    ghchigeccrfdgdedgcbkcmgsgplikginljlggmjfjgimfmkflfmflegfhfffgglkkjkmlmlljmgeheefeacbfrfsdrqaraparbdagifjfifa\
    gaglekemhoelenjokncilhmhmgdieilgqnrnreslmgbmamlgeqesmghagblgdshsmgsjsilgsrsqmghdhblgrosomgssqslgsnrpmgclbnlg\
    mlmkmgpjsflgnnnlmgibialgncnbmgjdkdlgmanamgqcrclgjsksmghcidlgfkhjmghhhglggkhkmgaklgalbmnfodkimskpipjplrojmrea\
    sr";
const SMALL: &str = "eegcccgdcfdgcgdhcheddcefffegfgehfhhfhggh";

/// After how many moves the game is looked at.
const LOOKS: [usize; 12] = [3, 15, 31, 58, 84, 113, 140, 167, 200, 230, 271, 320];

fn after(size: Size, rules: Rules, komi: f32, moves: &str, count: usize) -> Input {
    let mut position = Position::new(size, rules, komi);
    for mv in moves.as_bytes().chunks_exact(2).take(count) {
        let point = Point::new((mv[0] - b'a') as usize, size.height() - 1 - (mv[1] - b'a') as usize);
        // a game that breaks off still shows something
        if position.play(Move::Play(point)).is_err() {
            break;
        }
    }
    Features::of(&position).into()
}

pub(super) fn inputs() -> Vec<Input> {
    let rules = [Rules::JAPANESE, Rules::CHINESE];
    let looks = LOOKS.iter().enumerate();
    let large = looks.map(|(i, &count)| after(Size::NINETEEN, rules[i % 2], 6.5, GAME, count));
    let small = [8, 20].map(|count| after(Size::NINE, Rules::CHINESE, 7.0, SMALL, count));
    large.chain(small).collect()
}
