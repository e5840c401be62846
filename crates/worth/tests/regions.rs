//! Regions drawn by hand against their known values: the corridors of Berlekamp and Wolfe, and the oracle's `go_region` cases.

use gosedai_cgt::ko::KoModel;
use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Game, Rational};
use gosedai_worth::{Counting, RegionGraph, Value, evaluate_region, picture};

fn value(arena: &mut Arena, rows: &[&str], counting: Counting) -> Game {
    let (room, spot) = picture(rows).unwrap();
    let graph = RegionGraph::explore(&room, spot, counting, 100_000).unwrap();
    match evaluate_region(arena, &room, &graph) {
        Value::Short(g) => g,
        other => panic!("{rows:?}: {other:?}"),
    }
}

fn corridor(length: usize, caps: usize) -> [String; 3] {
    let wall = "X".repeat(length + caps + 2);
    let inside = format!("X{}{}O", "o".repeat(caps), ".".repeat(length));
    [wall.clone(), inside, wall]
}

#[test]
fn corridor_table() {
    let mut a = Arena::new();
    let table: [[&str; 4]; 4] = [
        ["0", "1*", "{3|1}", "{5|1}"],
        ["1/2", "2^", "4+tiny(2)", "6+tiny(4)"],
        ["5/4", "3^2*", "5+{0|tiny(2)}", "7+{0|tiny(4)}"],
        ["17/8", "4^3", "6+{0^2|tiny(2)}", "8+{0^2|tiny(4)}"],
    ];
    for (i, row) in table.iter().enumerate() {
        for (caps, expect) in row.iter().enumerate() {
            let rows = corridor(i + 1, caps);
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let g = value(&mut a, &rows, Counting::Territory);
            let (chilled, e) = (a.chill(g), parse(&mut a, expect).unwrap());
            assert_eq!(chilled, e, "length {} with {caps} stones: {}", i + 1, a.name(chilled));
            // the area game is one degree hotter and otherwise the same, up to the stones already there
            let area = value(&mut a, &rows, Counting::Area);
            let warmed = a.area_from_territory(g);
            let (difference, shift) = (a.sub(area, warmed), a.left_stop(area) - a.left_stop(warmed));
            assert_eq!(a.as_number(difference), Some(shift), "area of {rows:?}");
        }
    }
}

#[test]
fn a_corridor_open_at_both_ends_is_worth_two_points_less_in_length() {
    let mut a = Arena::new();
    for n in 4..=6 {
        let wall = "X".repeat(n + 2);
        let inside = format!("O{}O", ".".repeat(n));
        let both = value(&mut a, &[&wall, &inside, &wall], Counting::Territory);
        let blocked = corridor(n - 2, 0);
        let rows: Vec<&str> = blocked.iter().map(String::as_str).collect();
        let one = value(&mut a, &rows, Counting::Territory);
        assert_eq!(a.chill(both), a.chill(one), "n={n}");
    }
}

#[test]
fn a_dame_is_a_star_and_a_seki_is_quiet() {
    let mut a = Arena::new();
    let dame = value(&mut a, &["XXX", "X.O", "XXX"], Counting::Territory);
    assert_eq!(a.name(dame), "*");
    let area = value(&mut a, &["XXX", "X.O", "XXX"], Counting::Area);
    assert_eq!(a.name(area), "{1|-1}");
    // two shared liberties, no outside ones: whoever moves first loses his stones
    let seki = ["Ox.oX", "OxxoX", "Ox.oX", "OxooX", "OOXXX"];
    let g = value(&mut a, &seki, Counting::Territory);
    assert_eq!(a.name(g), "0");
    let g = value(&mut a, &seki, Counting::Area);
    assert_eq!(a.name(g), "0", "five stones each");
}

#[test]
fn the_smallest_ko_is_worth_a_third_of_a_point_a_move() {
    // Black takes at the empty point, White may take back
    let mut a = Arena::new();
    let (room, spot) = picture(&["XXOO", "Xo.O", "XXOO"]).unwrap();
    let graph = RegionGraph::explore(&room, spot, Counting::Territory, 1000).unwrap();
    let Value::Ko(ko) = evaluate_region(&mut a, &room, &graph) else {
        panic!("a ko");
    };
    for model in [KoModel::BlackKomaster, KoModel::WhiteKomaster, KoModel::Neutral] {
        let t = ko.under(model).unwrap();
        assert_eq!((t.mean, t.temperature), (Rational::new(1, 3), Rational::new(1, 3)), "{model:?}");
    }
}

#[test]
fn every_go_region_case_of_the_oracle() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::var_os("GOSEDAI_DATA").map(std::path::PathBuf::from);
    let folder = folder.unwrap_or_else(|| root.join("../../../shared/data"));
    let Ok(text) = std::fs::read_to_string(folder.join("cgt_cases.json")) else {
        eprintln!("oracle cases not found: skipped");
        return;
    };
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut count = 0;
    for case in file["cases"].as_array().unwrap().iter().filter(|c| c["kind"] == "go_region") {
        let mut a = Arena::new();
        let rows: Vec<&str> = case["input"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        let g = value(&mut a, &rows, Counting::Territory);
        let expect = &case["expect"];
        let (raw, chilled) = (expect["raw"]["form"].as_str().unwrap(), expect["chilled"]["form"].as_str().unwrap());
        assert_eq!(g, parse(&mut a, raw).unwrap(), "{}", case["id"]);
        assert_eq!(a.chill(g), parse(&mut a, chilled).unwrap(), "{}", case["id"]);
        assert_eq!(a.mean(g).to_string(), expect["mean"].as_str().unwrap());
        assert_eq!(a.temperature(g).to_string(), expect["temp"].as_str().unwrap());
        count += 1;
    }
    eprintln!("{count} region cases passed");
}
