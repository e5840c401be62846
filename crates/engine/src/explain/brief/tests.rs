use super::*;
use crate::Context;
use crate::players::Thinker;
use gosedai_explain::Lang;

fn thought_of(sgf: &str, moves: usize) -> (Position, Thought) {
    let cx = Context::default();
    let record = gosedai_records::parse_first(sgf, gosedai_records::Mode::Lenient).unwrap();
    let line = gosedai_records::replay::main_line(&record);
    let replayed = gosedai_records::replay::replay(&record, &line, Some(moves), Default::default()).unwrap();
    let mut thinker = Thinker::new(cx.knowledge().unwrap(), &cx).unwrap();
    let thought = thinker.think(&replayed.position);
    (replayed.position, thought)
}

/// The figures in the sentences are those of the thought, and habit is never given as a purpose.
#[test]
fn the_three_sentences_say_what_the_thought_found() {
    let sgf = include_str!("../../../../../examples/ear-reddening.sgf");
    let knowledge = Context::default().knowledge().unwrap();
    for moves in [10, 40, 80, 126, 160, 200, 260, 300] {
        let (position, thought) = thought_of(sgf, moves);
        let said = standing(position.to_play(), &thought);
        let lead = thought.estimate.lead;
        assert_eq!(said.get("lead"), Some(&Arg::Real(lead.abs())));
        assert_eq!(said.get("leader"), Some(&Arg::Color(if lead >= 0.0 { Color::Black } else { Color::White })));
        assert_eq!(lead, thought.model.judgement.lead, "one lead");
        for lang in [Lang::En, Lang::Ja] {
            let lexicon = knowledge.lexicon(lang);
            let brief = Brief::of(&position, &thought, lexicon);
            for reason in brief.sentences() {
                assert!(lexicon.has(&reason.rule), "{}", reason.rule);
                assert!(!reason.text.contains(['{', '}', '=']), "{}", reason.text);
            }
            if let Move::Play(at) = thought.decision.best {
                assert!(brief.proposal.text.contains(&at.to_string()), "{}", brief.proposal.text);
            }
            let candidate = thought.decision.best.point().and_then(|at| thought.decision.table.at(at));
            let only_habit = candidate.is_some_and(|c| c.reasons().all(|i| i.case == CaseName::Experience));
            assert_eq!(brief.proposal.rule == "brief.unexplained", only_habit, "{}", brief.proposal.text);
        }
    }
}

/// Seven stones on the second line live by the next move; whoever it is.
#[test]
fn what_hangs_on_the_next_move_is_said_with_both_moves() {
    let (_, thought) = thought_of(include_str!("../../../../../examples/seven.sgf"), 0);
    let said = matters(&thought.model, &thought.decision);
    let group = thought.model.group_at("F2".parse().unwrap()).unwrap();
    assert_eq!(group.life.fate(), Fate::Unsettled);
    assert_eq!(said.rule, "brief.urgent.points");
    assert_eq!(said.get("stones"), Some(&Arg::Int(group.size as i64)));
    assert_eq!(said.get("save"), group.life.first.point().map(Arg::Point).as_ref());
    assert_eq!(said.get("kill"), group.life.second.point().map(Arg::Point).as_ref());
}
