use gosedai_board::diagram;

use super::*;

#[test]
fn a_board_has_its_stones_and_marks() {
    let position = diagram::parse(". X .\n. O .\n. . .").unwrap();
    let marks = Marks {
        played: Some("B3".parse().unwrap()),
        labels: vec![("A1".parse().unwrap(), "A<".into())],
        line: vec![("C3".parse().unwrap(), Color::White)],
    };
    let svg = board(&position, &marks, "a \"title\"");
    assert_eq!(svg.matches("class=\"b\"").count(), 1);
    assert_eq!(svg.matches("class=\"w\"").count(), 2, "the stone and the numbered one");
    assert!(svg.contains("A&lt;") && svg.contains("a &quot;title&quot;"));
    assert!(graph(&[0.0, 5.0, -3.0], &[0.5, 0.7, 0.4], &[(1, '+')], ("s", "w")).contains("class=\"good\""));
}
