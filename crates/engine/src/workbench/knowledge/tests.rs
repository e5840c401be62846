use super::*;

const NET: &str =
    "[[rule]]\nid = \"mine\"\nname = { en = \"wall\", ja = \"壁\" }\npicture = '''\nX * X\n'''\nvalue = 3\n";

fn check(path: &str, text: &str, sgf: &str) -> Checked {
    let game = GameInput { sgf: sgf.into(), ..GameInput::default() };
    CheckKnowledge { path: path.into(), text: text.into(), game }.run(&Context::default()).unwrap()
}

#[test]
fn rules_are_checked_and_matched() {
    let answer = check("cases/tesuji.toml", NET, "(;SZ[9]AB[cc][ec]PL[B])");
    assert!(answer.sound, "{:?}", answer.complaints);
    assert_eq!((answer.entries, answer.matches.len()), (1, 1));
    assert_eq!((answer.matches[0].mv.as_str(), answer.matches[0].id.as_str()), ("D7", "mine"));
    let broken = check("cases/tesuji.toml", &NET.replace("X * X", "X X X"), "");
    assert!(!broken.sound && broken.complaints[0].contains("mine"), "{:?}", broken.complaints);
    assert!(!check("joseki/mine.sgf", "(;SZ[19];B[zz])", "").sound);
    assert!(check("joseki/mine.sgf", "(;SZ[19];B[cc];W[dd]N[shoulder / 肩])", "").sound);
    assert!(!check("potential/patterns.toml", "[corner]\ngrid = 'x'", "").sound);
}

#[test]
fn joseki_and_places_are_shown_on_the_board() {
    let mine = "(;SZ[19];B[dd];W[fc];B[bb]KW[9:9]N[odd / 変])";
    let at = |sgf: &str| check("joseki/own.sgf", mine, sgf);
    let answer = at("(;SZ[19];B[pd];W[qf])");
    assert!(answer.sound && answer.entries == 1);
    let found: Vec<_> = answer.matches.iter().map(|m| (m.mv.as_str(), m.name.as_str(), m.color.as_str())).collect();
    assert_eq!(found, [("S18", "odd", "black")]);
    assert!(at("(;SZ[19];B[pd];W[qc])").matches.is_empty(), "another line is not ours");
    let text = EMBEDDED.read("potential/patterns.toml").unwrap().into_owned();
    let answer = check("potential/patterns.toml", &text, "(;SZ[19]AB[cc][jj]AW[jc])");
    let mut found: Vec<_> = answer.matches.iter().map(|m| (m.mv.as_str(), m.id.as_str())).collect();
    found.sort();
    assert_eq!(found, [("C17", "corner"), ("K10", "centre"), ("K17", "side-3")]);
}

#[test]
fn files_and_parameters_are_listed() {
    let files = ReadKnowledge { path: Some("links.toml".into()) }.run(&Context::default()).unwrap();
    assert!(files.built_in.is_some() && files.own.is_none());
    assert!(files.files.iter().all(|f| f.built_in && !f.own));
    let list = ListParameters {}.run(&Context::default()).unwrap().parameters;
    assert!(list.iter().all(|p| !p.doc.is_empty() && p.values == p.built_in));
}
