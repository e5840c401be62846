//! KataGo's own commands that controllers ask for: the network by itself, settings, models, time.

use gosedai_board::{Color, Move, Position};
use gosedai_engine::network;
use serde_json::{Value, json};

use super::settings::{self, NAMES};
use super::{Answer, Reply, SYNTAX, Session, Table};

/// KataGo's sign for what a network does not tell.
const UNKNOWN: &str = "-1.000";

pub const COMMANDS: Table = &[
    ("kata-raw-nn", raw_network),
    ("kata-get-models", |s, _| Answer::text(crate::models::loaded(&s.options.engine, &s.context))),
    ("kata-list-params", |_, _| Answer::text(NAMES.join(" "))),
    ("kata-get-param", |s, args| match args {
        [name] => Answer::text(settings::get(s, name)?),
        _ => Err(SYNTAX.to_owned()),
    }),
    ("kata-get-params", |s, _| {
        let all = NAMES.iter().map(|name| Ok((name.to_string(), json!(settings::get(s, name)?))));
        Answer::text(Value::Object(all.collect::<Result<_, String>>()?))
    }),
    ("kata-set-param", |s, args| match args {
        [name] => set_all(s, &[(name.to_string(), String::new())]),
        [name, value] => set_all(s, &[(name.to_string(), value.to_string())]),
        _ => Err(SYNTAX.to_owned()),
    }),
    ("kata-set-params", |s, args| {
        let given: Value = serde_json::from_str(&args.join(" ")).map_err(|error| format!("no JSON: {error}"))?;
        let object = given.as_object().ok_or("the settings must be a JSON object")?;
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let pairs: Vec<(String, String)> = object.iter().map(|(name, value)| (name.clone(), text(value))).collect();
        set_all(s, &pairs)
    }),
    ("kata-list_time_settings", |_, _| Answer::text("none absolute byoyomi canadian fischer fischer-capped")),
    ("kgs-rules", |s, args| s.answer("kata-set-rules", args)),
    ("lz-setoption", leela_option),
];

/// All or none: a list with an error in it changes nothing.
fn set_all(session: &mut Session, pairs: &[(String, String)]) -> Reply {
    let before = (session.options.clone(), session.ponders);
    let result = pairs.iter().try_for_each(|(name, value)| settings::set(session, name, value));
    if result.is_err() {
        (session.options, session.ponders) = before;
    }
    result?;
    settings::apply(session)?;
    Answer::empty()
}

/// `kata-raw-nn [COLOR] SYMMETRY`: what the network says before any search, from one side or from all eight.
fn raw_network(session: &mut Session, args: &[&str]) -> Reply {
    let (color, rest) = match args.split_first() {
        Some((word, rest)) if word.parse::<Color>().is_ok() => (word.parse().ok(), rest),
        _ => (None, args),
    };
    let views: Vec<usize> = match rest {
        ["all"] | ["all", _] => (0..8).collect(),
        [view] | [view, _] => {
            vec![view.parse().ok().filter(|&view| view < 8).ok_or("write a symmetry 0 to 7, or all")?]
        }
        _ => return Err(SYNTAX.to_owned()),
    };
    // the last word, how hopeful the priors shall be, is read as KataGo reads it; our networks have one kind of priors
    if let Some(optimism) = rest.get(1)
        && !optimism.parse::<f64>().is_ok_and(|share| (0.0..=1.0).contains(&share))
    {
        return Err(SYNTAX.to_owned());
    }
    let position = session.position_for(color.unwrap_or(session.position.to_play()));
    let net = network::network(&session.context).map_err(|error| error.to_string())?;
    let texts: Vec<String> = views.into_iter().map(|view| first_sight(&net, &position, view)).collect();
    Answer::text(texts.join("\n"))
}

fn first_sight(net: &network::Net, position: &Position, view: usize) -> String {
    let (size, to_play) = (position.size(), position.to_play());
    let output = network::first_sight(net, position, view);
    let white = |mover: f32| -mover * to_play.sign() as f32;
    let win = if to_play == Color::White { output.win } else { 1.0 - output.win };
    let (lead, stdev) = (white(output.score), network::score_stdev(&output));
    let legal: Vec<Move> = position.legal_points().into_iter().map(Move::Play).chain([Move::Pass]).collect();
    let shares = output.probabilities(&legal);
    let share = |mv: Move| legal.iter().position(|&other| other == mv).map(|at| shares[at]);
    let rows = |value: &dyn Fn(gosedai_board::Point) -> String| {
        let row = |y| (0..size.width()).map(|x| value(gosedai_board::Point::new(x, y))).collect::<Vec<_>>().join(" ");
        (0..size.height()).rev().map(row).collect::<Vec<_>>().join("\n")
    };
    let policy = rows(&|point| share(Move::Play(point)).map_or("NAN".to_owned(), |share| format!("{share:.6}")));
    let owners = rows(&|point| format!("{:.7}", white(output.ownership[output.index(Move::Play(point))])));
    format!(
        "symmetry {view}\nwhiteWin {win:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {lead:.3}\n\
         whiteScoreSelfplay {lead:.3}\nwhiteScoreSelfplaySq {:.3}\nvarTimeLeft {UNKNOWN}\n\
         shorttermWinlossError {UNKNOWN}\nshorttermScoreError {UNKNOWN}\npolicy\n{policy}\npolicyPass {:.6}\n\
         whiteOwnership\n{owners}",
        1.0 - win,
        lead * lead + stdev * stdev,
        share(Move::Pass).unwrap_or(0.0),
    )
}

/// Leela Zero's options, by its names: `lz-setoption name Visits value 500`; without words, the list of them.
fn leela_option(session: &mut Session, args: &[&str]) -> Reply {
    if args.is_empty() {
        let count = |number: Option<u64>| number.unwrap_or(0);
        return Answer::text(format!(
            "option name Visits type spin default {visits} min 0 max 1000000000\n\
             option name Playouts type spin default {visits} min 0 max 1000000000\n\
             option name Pondering type check default {}",
            session.ponders,
            visits = count(session.options.playouts),
        ));
    }
    let text = args.join(" ");
    let option = text.strip_prefix("name ").and_then(|rest| rest.split_once(" value ")).ok_or(SYNTAX)?;
    let (name, value) = match (option.0.to_ascii_lowercase().as_str(), option.1.trim()) {
        // Leela's word for no limit is nought
        ("visits" | "playouts", "0") => ("maxVisits", ""),
        ("visits" | "playouts", count) => ("maxVisits", count),
        ("pondering", on) => ("ponderingEnabled", on),
        _ => return Err(format!("there is no option '{}'", option.0)),
    };
    set_all(session, &[(name.to_owned(), value.to_owned())])
}
