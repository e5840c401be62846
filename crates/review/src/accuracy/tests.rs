use super::*;

#[test]
fn losses_are_summed_and_the_small_ones_counted() {
    let found = of_losses(&[0.0, 0.5, 1.0, 2.5]).unwrap();
    assert_eq!((found.moves, found.lost, found.per_move, found.within_one), (4, 4.0, 1.0, 0.5));
    assert_eq!(of_losses(&[]), None);
}
