use gosedai_explain::picture::Picture;

use super::*;

fn drawn() -> Drawn {
    let board = gosedai_board::diagram::parse(". X . .\n. O . .\n. . . .\n. . . .").unwrap();
    let at = |name: &str| name.parse::<Point>().unwrap();
    let marks = Marks {
        played: Some(at("B4")),
        labels: vec![(at("A1"), "×".into())],
        line: vec![(at("D4"), Color::White), (at("D3"), Color::Black)],
    };
    let text = String::new();
    Drawn { shown: Shown::Moment, number: 7, caption: "7 B4 <".into(), text, board, marks }
}

#[test]
fn a_file_has_its_looks_inside() {
    let drawn = drawn();
    let svg = files::standing_alone(&drawn);
    assert!(svg.contains("xmlns=") && svg.contains("<style>.wood") && svg.contains("7 B4 &lt;"), "{svg}");
    assert!(svg.ends_with("</svg>") && svg.matches("<svg").count() == 1);
}

#[test]
fn pixels_are_where_the_stones_are() {
    let drawn = drawn();
    let bytes = png_file::draw(&Picture::new(&drawn.board, &drawn.marks)).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    // four lines of 20 units and two edges of 26, three pixels each
    assert_eq!((info.width, info.height), (336, 336));
    let at = |x: usize, y: usize| {
        let i = (y * 3 * info.width as usize + x * 3) * 4;
        [pixels[i], pixels[i + 1], pixels[i + 2]]
    };
    assert_eq!(at(46 + 7, 26), [0x11; 3], "black at B4, beside its ring");
    assert_eq!(at(46 + 7, 46), [0xff; 3], "white at B3");
    assert_eq!(at(86 + 7, 26), [0xff; 3], "the first of the line");
    assert_eq!(at(36, 36), [0xf2, 0xd9, 0xa5], "wood between the lines");
    assert!(bytes.windows(7).any(|word| word == b"Gosedai"));
}
