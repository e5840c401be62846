use super::*;

#[test]
fn the_file_names_every_number() {
    let tuning = Tuning::embedded();
    assert_eq!(tuning.seed.escape_liberties, 4);
    assert_eq!(tuning.hunt.views, [3, 4, 5]);
    assert!(tuning.hunt.nodes > 0 && tuning.link.nodes > 0 && tuning.link.breadth > 0);
    assert_eq!(tuning.hunt.fleeing[1], [1, 5]);
    assert_eq!(tuning.link.joining[2], [3, 4]);
    let text = EMBEDDED.read("params/reading.toml").unwrap();
    // those of problems belong to their solver
    let ours = |line: &&str| line.starts_with("[reading.") && !line.starts_with("[reading.problem.");
    let named = text.lines().filter(ours).count();
    assert_eq!(named, 11 + 16 + 15 + 25 + 25 + 18, "as many as the six structs have fields");
}

#[test]
fn a_changed_file_changes_the_search() {
    let mut params = Params::default();
    params.add("a", &EMBEDDED.read("params/reading.toml").unwrap(), &mut Vec::new());
    params.add("b", "reading.hunt.views = [2]\n", &mut Vec::new());
    assert_eq!(Tuning::new(&params).hunt.views, [2]);
}
