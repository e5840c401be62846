use super::*;

#[test]
fn drawn_positions_are_read_and_bad_ones_refused() {
    let p = of_diagram(".X./X../.XO", Some("white"), None).unwrap();
    assert!(!p.black_to_move && p.white == 1 << 8);
    assert!(of_diagram("XO/OX", None, None).is_err());
    assert!(of_diagram("X.O/..", None, None).is_err());
    assert!(of_diagram("...", Some("red"), None).is_err());
    assert!(of_diagram("X..", None, Some("A1")).is_err());
    assert_eq!(of_diagram("X..", None, Some("b1")).unwrap().ko, 1);
}
