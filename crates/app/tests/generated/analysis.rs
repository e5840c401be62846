//! Queries of the analysis protocol: right ones, ones with a field that is not, and torn ones.

use serde_json::{Map, Value, json};

use crate::random::{NUMBERS, Random};
use crate::watch::feed;

const ENGINES: &[&str] = &["puct", "uct", "knowledge", "uct-plain"];

/// The query that waits until all others are answered.
const LAST: &str = "{\"id\":\"last\",\"priority\":-4000000000000000000,\"boardXSize\":2,\"boardYSize\":2,\"rules\":\"chinese\",\"moves\":[]}\n";

fn odd(random: &mut Random) -> Value {
    match random.below(10) {
        0 => json!(null),
        1 => json!(random.once_in(2)),
        2 => json!([]),
        3 => json!({}),
        4 => json!([[["B"], "C3"], 3]),
        5 => json!(random.pick(&["", "B", "W", "C3", "pass", "chinese", "(0,0)", "(99,99)", "N-1", "碁"])),
        6 => json!([0, 1, -1, 1.5, "x"]),
        _ => {
            let text = random.pick(NUMBERS);
            text.parse::<i64>()
                .map(Value::from)
                .or_else(|_| text.parse::<f64>().map(Value::from))
                .unwrap_or_else(|_| json!(text))
        }
    }
}

fn pairs(random: &mut Random, side: usize, most: usize) -> Value {
    let count = random.below(most);
    let mut seen: Vec<String> = Vec::new();
    let mut pair = |number: usize, random: &mut Random| {
        let mut point = random.point(side);
        // most games go on: a point is taken twice only now and then
        let is_odd = |point: &str| {
            !point.is_ascii() || point.len() > 3 || point.contains(['I', 'r']) || point.len() < 2 || point == "A0"
        };
        while (seen.contains(&point) || is_odd(&point)) && !random.once_in(200) {
            point = random.point(side);
        }
        seen.push(point.clone());
        let color = if random.once_in(40) { random.pick(&["B", "W", "black", "x"]) } else { ["B", "W"][number % 2] };
        json!([color, point])
    };
    (0..count.min(side * side / 2)).map(|number| pair(number, random)).collect()
}

fn restrictions(random: &mut Random, side: usize) -> Value {
    let entry = |random: &mut Random| {
        let moves: Vec<String> = (0..random.below(6)).map(|_| random.point(side)).collect();
        json!({ "player": random.pick(&["B", "W", "b"]), "moves": moves, "untilDepth": 1 + random.below(4) })
    };
    (0..1 + usize::from(random.once_in(6))).map(|_| entry(random)).collect()
}

fn query(random: &mut Random, number: u64) -> Value {
    let (width, height) = (random.side(), random.side());
    let height = if random.once_in(3) { height } else { width };
    let mut query = Map::new();
    let mut put = |name: &str, value: Value| query.insert(name.to_owned(), value);
    put("id", json!(format!("q{number}")));
    put("boardXSize", json!(width));
    put("boardYSize", json!(height));
    put("rules", json!(random.pick(&["chinese", "japanese", "aga", "tromp-taylor", "korean", "new-zealand"])));
    put("moves", pairs(random, width.min(height), 12));
    put("maxVisits", json!(1 + random.below(6)));
    for name in [
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
        "includePolicy",
        "includePVVisits",
        "includeNoResultValue",
    ] {
        if random.once_in(6) {
            put(name, json!(random.once_in(2)));
        }
    }
    let side = width.min(height);
    for (name, often) in [
        ("komi", 2),
        ("initialStones", 6),
        ("initialPlayer", 6),
        ("analyzeTurns", 5),
        ("priority", 8),
        ("allowMoves", 6),
        ("avoidMoves", 8),
        ("overrideSettings", 6),
        ("analysisPVLen", 10),
        ("whiteHandicapBonus", 12),
        ("reportDuringSearchEvery", 20),
        ("includeReasons", 150),
        ("foo", 30),
    ] {
        if !random.once_in(often) {
            continue;
        }
        let value = match name {
            "komi" => json!(random.below(40) as f64 / 2.0 - 6.0),
            "initialStones" => pairs(random, side, 20),
            "initialPlayer" => json!(random.pick(&["B", "W"])),
            "analyzeTurns" => json!((0..random.below(4)).map(|_| random.below(3)).collect::<Vec<_>>()),
            "priority" => json!(random.below(100) as i64 - 50),
            "allowMoves" | "avoidMoves" => restrictions(random, side),
            "overrideSettings" => {
                json!({ "maxTime": 5.0, "wideRootNoise": 0.04, "reportAnalysisWinratesAs": "SIDETOMOVE" })
            }
            "analysisPVLen" => json!(1 + random.below(10)),
            "whiteHandicapBonus" => json!(random.pick(&["0", "N", "N-1"])),
            "reportDuringSearchEvery" => json!(0.001),
            "includeReasons" => json!(true),
            _ => odd(random),
        };
        put(name, value);
    }
    Value::Object(query)
}

/// A line, and the id under which it must be answered, if it is whole enough to have one.
fn line(random: &mut Random, number: u64) -> (Vec<u8>, Option<String>) {
    let id = format!("q{number}");
    if random.once_in(30) {
        let action =
            random.pick(&["query_version", "query_models", "clear_cache", "terminate", "terminate_all", "fly"]);
        let mut line = json!({ "id": id, "action": action, "terminateId": odd(random) });
        if action == "terminate_all" {
            line["turnNumbers"] = json!([random.below(20)]);
        } else if random.once_in(3) {
            line["turnNumbers"] = odd(random);
        }
        return (line.to_string().into_bytes(), Some(id));
    }
    let mut query = query(random, number);
    if random.once_in(3) {
        let names: Vec<String> = query.as_object().unwrap().keys().filter(|name| *name != "id").cloned().collect();
        let name = &names[random.below(names.len())];
        match random.below(3) {
            0 => drop(query.as_object_mut().unwrap().remove(name)),
            // without a small number of its own the search takes that of the command line
            _ if name == "maxVisits" => query[name] = json!(random.pick(&["0", "-1", "1.5", "x"])),
            _ => query[name] = odd(random),
        }
    }
    let mut bytes = query.to_string().into_bytes();
    if random.once_in(12) {
        random.damage(&mut bytes, 3, &["{", "}", "[", "]", "\"", ",", ":", "null", "1e999", "\\u0000", "\u{feff}"]);
        bytes.retain(|&byte| byte != b'\n');
        return (bytes, None);
    }
    (bytes, Some(id))
}

pub fn run(seed: u64, count: usize) {
    for (number, engine) in ENGINES.iter().enumerate() {
        let mut random = Random::new(seed + number as u64);
        let lines: Vec<_> = (0..count / ENGINES.len()).map(|number| line(&mut random, number as u64)).collect();
        // damage may have made a large number of visits out of a small one
        let lines: Vec<_> = lines
            .into_iter()
            .map(|(line, id)| if id.is_some() { (line, id) } else { (small_visits(&line), None) })
            .collect();
        let mut input: Vec<u8> = lines.iter().flat_map(|(line, _)| line.iter().copied().chain([b'\n'])).collect();
        input.extend(LAST.bytes());
        let args = ["analysis", "--engine", engine, "--playouts", "2", "--threads", "1", "--seed", "1"];
        let talk = feed(&args, input, "", |line| u64::from(line.starts_with("{\"id\":\"last\"")), 1);
        let mut answered = std::collections::HashSet::new();
        let searched = talk.stdout.matches("\"rootInfo\"").count();
        let some: String =
            talk.stdout.lines().take(30).map(|line| line.chars().take(200).collect::<String>() + "\n").collect();
        assert!(
            searched * 5 > lines.len(),
            "{engine} {seed}: only {searched} of {} were searched: {some}",
            lines.len()
        );
        for line in talk.stdout.lines() {
            let answer: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{engine} {seed}: {error}: {line}"));
            assert!(
                answer["error"].as_str().is_none_or(|error| !error.contains("broke off")),
                "{engine} {seed}: {line}"
            );
            answered.extend(answer["id"].as_str().map(str::to_owned));
        }
        for (line, id) in &lines {
            let told = id.as_ref().is_none_or(|id| answered.contains(id));
            assert!(told, "{engine} {seed}: no answer to {}", String::from_utf8_lossy(line));
        }
        talk.check(&format!("analysis {engine} {seed}"));
    }
}

/// The line with every number after `maxVisits` cut to one digit, so that it stays a short search.
fn small_visits(line: &[u8]) -> Vec<u8> {
    let key = b"axVisits\":";
    let mut out = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() {
        if line[at..].starts_with(key) {
            out.extend(key);
            at += key.len();
            out.extend(line.get(at));
            at += 1;
            while line.get(at).is_some_and(|byte| byte.is_ascii_digit() || b".eE+-".contains(byte)) {
                at += 1;
            }
            continue;
        }
        out.push(line[at]);
        at += 1;
    }
    out
}
