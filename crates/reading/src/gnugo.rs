//! GNU Go's analysis questions in its own answer format, so that its test files can be put to us.

use gosedai_board::{Board, Color, Move, Point};

use crate::budget::Budget;
use crate::connection::Connect;
use crate::groups::group_of;
use crate::life::{Group, Kill};
use crate::outcome::{Answer, Outcome};
use crate::table::Table;
use crate::verdicts::read;

fn say(answer: &Answer) -> String {
    match (answer.outcome.code(), answer.play) {
        (0, _) => "0".to_string(),
        (code, Some(Move::Play(point))) => format!("{code} {point}"),
        (code, _) => format!("{code} PASS"),
    }
}

#[doc(hidden)]
pub fn dev_answer(board: &Board, command: &str, nodes: u64) -> (String, String) {
    let words: Vec<&str> = command.split_whitespace().collect();
    let p = |i: usize| -> Point { words[i].parse().unwrap() };
    let budget = Budget::nodes(nodes);
    let mut table = Table::new(budget.memory);
    let color = |at: Point| board.color_at(at).unwrap_or(Color::Black);
    let r = match words[0] {
        "attack" | "defend" | "attack_either" => {
            let defender = color(p(1));
            let targets: Vec<Point> = (1..words.len()).map(p).collect();
            let mover = if words[0] == "defend" { defender } else { defender.opponent() };
            crate::widen::read_capture(board, defender, &targets, mover, &budget)
        }
        "connect" | "disconnect" => {
            let owner = color(p(1));
            let goal = Connect::new(board, owner, p(1), p(2));
            let mover = if words[0] == "connect" { owner } else { owner.opponent() };
            read(&goal, board, mover, &mut table, &budget, 2)
        }
        "owl_attack" | "owl_defend" => {
            let defender = color(p(1));
            let group = Group::new(board, defender, group_of(board, p(1)));
            let mover = if words[0] == "owl_defend" { defender } else { defender.opponent() };
            read(&Kill(group), board, mover, &mut table, &budget, 3)
        }
        "analyze_semeai" => {
            let mine = color(p(1));
            let own = Group::new(board, mine, group_of(board, p(1)));
            let other = Group::new(board, mine.opponent(), group_of(board, p(2)));
            let kill = read(&Kill(other), board, mine, &mut table, &budget, 3);
            let live = read(&Kill(own), board, mine, &mut table, &budget, 4);
            let (a, b) = (live.answer.outcome.code(), kill.answer.outcome.code());
            let mv = if b > 0 { kill.answer.play } else { live.answer.play };
            let mv = match mv {
                Some(Move::Play(q)) if a > 0 || b > 0 => q.to_string(),
                _ => "PASS".into(),
            };
            let unknown =
                if [&live, &kill].iter().any(|r| r.answer.outcome == Outcome::Unknown) { "Unknown" } else { "" };
            return (
                format!("{} {b} {mv}", if b == 1 { 1 } else { a }),
                format!("{unknown} {}+{}", live.nodes, kill.nodes),
            );
        }
        _ => return ("?".into(), String::new()),
    };
    if words[0] == "attack_either" {
        let won =
            r.answer.outcome == Outcome::Win || r.answer.outcome == Outcome::Unknown && r.leaning.is_some_and(|l| l.0);
        return ((won as u8).to_string(), format!("{:?}", r.answer));
    }
    if r.answer.outcome == Outcome::Unknown
        && let Some((true, play)) = r.leaning
    {
        let text = match play {
            Move::Play(q) => format!("1 {q}"),
            Move::Pass => "1 PASS".into(),
        };
        return (text, format!("Unknown leaning {} nodes", r.nodes));
    }
    (say(&r.answer), format!("{:?} {:?} {} nodes {:?}", r.answer.outcome, r.answer.trust, r.nodes, r.answer.line))
}
