use super::without_gaps;

#[test]
fn japanese_has_blanks_beside_latin_letters_only() {
    assert_eq!(without_gaps("黒は S1 のハネ と手堅い。 E9 なら 3 子 。"), "黒は S1 のハネと手堅い。E9 なら 3 子。");
}
