use super::*;
use gosedai_board::Point;

#[test]
fn a_fault_is_named_after_what_the_better_move_does() {
    let at: Point = "D4".parse().unwrap();
    let claim = |fact: Fact| [Claim::new(fact, 3, Evidence::new("review.kills"))];
    assert_eq!(Kind::of(&claim(Fact::Kills { at }), None, true), Kind::LifeAndDeath);
    assert_eq!(Kind::of(&claim(Fact::Saves { at }), None, false), Kind::Capture);
    assert_eq!(Kind::of(&[], Some(&Evidence::new("review.aim.surround")), true), Kind::WeakGroups);
    assert_eq!(Kind::of(&[], Some(&Evidence::new("review.aim.side")), false), Kind::BigPoints);
    assert_eq!([true, false].map(|shape| Kind::of(&[], None, shape)), [Kind::Shape, Kind::Unexplained]);
}
