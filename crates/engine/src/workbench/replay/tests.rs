use super::*;
use serde_json::json;

fn replay(request: serde_json::Value) -> Replayed {
    serde_json::from_value::<Replay>(request).unwrap().run(&Context::default()).unwrap()
}

#[test]
fn branches_setup_and_captures() {
    let answer = replay(json!({"size": [5, 5], "nodes": [
        {"add_black": ["A2", "B1"], "add_white": ["C3"], "to_play": "white"},
        {"parent": 0, "play": ["white", "A1"]},
        {"parent": 0, "play": ["white", "E5"]},
        {"parent": 2, "play": ["black", "pass"]},
        {"parent": 3, "clear": ["A2"]},
        {"parent": 4, "play": ["white", "A1"]},
        {"parent": 5, "play": ["black", "A2"]}],
        "illegal_at": 0}));
    assert_eq!(answer.nodes[0].black, ["B1", "A2"]);
    assert_eq!(answer.nodes[0].to_play, "white");
    let illegal = answer.illegal.unwrap();
    assert_eq!((illegal[0].point.as_str(), illegal[0].why), ("A1", "suicide"));
    assert!(answer.nodes[1].problem.as_deref().unwrap().contains("suicide"));
    assert!(answer.nodes[1].white.is_empty());
    assert_eq!(answer.nodes[2].white, ["E5"]);
    assert_eq!(answer.nodes[3].to_play, "white");
    assert_eq!(answer.nodes[4].removed, ["A2"]);
    assert_eq!(answer.nodes[6].removed, ["A1"]);
    assert_eq!(answer.nodes[6].captures, [1, 0]);
}

#[test]
fn a_long_wide_tree_is_quick_and_a_bad_one_is_refused() {
    let mut nodes = vec![json!({})];
    for i in 1..10_000usize {
        let p = gosedai_board::Point::new(i % 19, (i / 19) % 19);
        let color = if i % 2 == 1 { "black" } else { "white" };
        nodes.push(json!({"parent": if i % 300 == 0 { 0 } else { i - 1 }, "play": [color, p.to_string()]}));
    }
    let answer = replay(json!({"size": [19, 19], "nodes": nodes}));
    assert_eq!(answer.nodes.len(), 10_000);
    let bad: Replay = serde_json::from_value(json!({"size": [9, 9], "nodes": [{"parent": 3}]})).unwrap();
    assert!(bad.run(&Context::default()).is_err());
    let bad: Replay = serde_json::from_value(json!({"size": [9, 9], "nodes": [{"play": ["black", "T19"]}]})).unwrap();
    assert!(bad.run(&Context::default()).unwrap_err().to_string().contains("T19"));
}
