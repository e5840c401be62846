use gosedai_engine::{Context, Lang};

use super::*;
use crate::{NamedGame, Prepared, Verdict};

/// A move of Black or White that lost so much.
fn entry(number: usize, loss: f64, kind: Option<Kind>, phase: Phase) -> MoveReview {
    MoveReview {
        number,
        mv: "D4".into(),
        color: if number % 2 == 1 { "black" } else { "white" }.into(),
        phase,
        search_rank: 1,
        predicted_rank: 1,
        predicted_share: 0.5,
        score_before: 0.0,
        score_after: 0.0,
        loss,
        win_rate_before: 0.5,
        win_rate_after: 0.5,
        class: Verdict::Good,
        verdict: "sound".into(),
        good_by_paper: false,
        purpose: None,
        mistake: kind.is_some(),
        turning: false,
        leads: None,
        decisive: false,
        confirmed: true,
        best: None,
        line: Vec::new(),
        ko_threat: false,
        kind,
        unit: None,
        reasons: Vec::new(),
        comment: None,
    }
}

/// A review with these players, this date and these moves, as one that is read from a file.
fn game(names: [&str; 2], date: &str, moves: &[MoveReview]) -> GameReview {
    let value = serde_json::json!({
        "key": "", "digest": "", "title": "A \"game\"", "black": names[0], "white": names[1], "names": names, "event": "", "date": date,
        "result": "B+R", "engine": "puct", "judge": "the judge", "for": "1d", "summary": "", "caveat": "", "lessons": [],
        "moves": moves, "good_moves": [], "good_moves_by_paper": [], "mistakes": [], "turning_points": [], "kos": [],
        "units": [], "story": [], "practice": {"advice": [], "problems": []}, "accuracy": [], "accuracy_lines": [],
        "strength": [],
        "graph": [], "claims": 0, "complete": true, "files": [],
    });
    serde_json::from_value(value).unwrap()
}

fn two_games() -> Vec<GameReview> {
    let late = [
        entry(1, 0.5, None, Phase::Opening),
        entry(2, 9.0, Some(Kind::Shape), Phase::Opening),
        entry(3, 4.0, Some(Kind::Capture), Phase::Middle),
    ];
    let early = [entry(1, 7.0, None, Phase::Opening), entry(2, 2.0, Some(Kind::Capture), Phase::Endgame)];
    vec![game(["Lee", "Go"], "2020-05-01", &late), game(["Ko, A", "LEE"], "2019", &early)]
}

fn summary(games: &[GameReview], language: Lang) -> Option<Summary> {
    let cx = Context { language, ..Context::default() };
    let knowledge = cx.knowledge().unwrap();
    of_games("lee", games, 1, true, &knowledge.strength, knowledge.lexicon(language))
}

#[test]
fn only_the_players_moves_count_and_dates_give_the_order() {
    let found = summary(&two_games(), Lang::En).unwrap();
    assert_eq!((found.figures.moves, found.figures.lost, found.figures.faults), (3, 6.5, 2));
    assert_eq!(found.games.iter().map(|game| game.date.as_str()).collect::<Vec<_>>(), ["2019", "2020-05-01"]);
    assert_eq!(found.games[0].color, "white");
    let capture = &found.kinds[&Kind::Capture];
    assert_eq!((capture.count, capture.lost, capture.games), (2, 6.0, 2));
    assert_eq!(capture.phases[&Phase::Middle], FaultCount { count: 1, lost: 4.0 });
    assert!(!found.kinds.contains_key(&Kind::Shape), "the opponent's");
    assert_eq!(found.phases.values().map(|part| part.moves).sum::<usize>(), 3);
    let data = serde_json::to_value(&found).unwrap();
    assert_eq!(data["kinds"]["capture"]["phases"]["middle"]["count"], 1);
    assert!(data["schema"].as_str().unwrap().starts_with("gosedai."));
}

#[test]
fn interrupted_reviews_and_strangers_are_not_summed_up() {
    let mut games = two_games();
    games[0].complete = false;
    assert_eq!(summary(&games, Lang::En).unwrap().games.len(), 1);
    assert!(summary(&[], Lang::En).is_none());
}

#[test]
fn a_line_a_game_with_quotes_where_they_are_needed() {
    let found = summary(&two_games(), Lang::En).unwrap();
    let table = table::table(&found);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("\"A \"\"game\"\"\",2019,LEE,white,\"Ko, A\",B+R,1,2,2,0,1,"), "{}", lines[1]);
    let columns = lines[0].split(',').count();
    assert_eq!(lines[2].replace("\"A \"\"game\"\"\"", "").split(',').count(), columns);
}

#[test]
fn the_page_is_whole_in_both_languages() {
    for &language in Lang::ALL {
        let cx = Context { language, ..Context::default() };
        let found = summary(&two_games(), language).unwrap();
        let page = page::page(&found, cx.knowledge().unwrap().lexicon(language));
        assert!(page.ends_with("</html>\n") && page.matches("<svg").count() == 3, "{page}");
        assert!(!page.contains("http") && !page.contains("NaN") && !page.contains("inf "), "{page}");
        let body = &page[page.find("<body>").unwrap()..];
        assert!(!body.contains("review.") && !body.contains('{'), "{body}");
        for sentence in found.text.iter().chain(found.games.iter().map(|game| &game.text)) {
            let is_japanese = sentence.chars().any(|c| ('\u{3040}'..='\u{9fff}').contains(&c));
            assert_eq!(is_japanese, language == Lang::Ja, "{sentence}");
        }
    }
}

#[test]
fn a_change_is_told_only_beyond_chance() {
    let series = |losses: &[f64]| {
        let games: Vec<GameReview> = losses
            .iter()
            .enumerate()
            .map(|(i, &loss)| {
                game(["Lee", "Go"], &format!("2020-01-{:02}", i + 1), &[entry(1, loss, None, Phase::Middle)])
            })
            .collect();
        summary(&games, Lang::En).unwrap().text.join(" ")
    };
    assert!(series(&[2.0, 2.1, 1.9, 1.0, 1.1, 0.9]).contains("fell from 2.00 to 1.00"));
    assert!(series(&[2.0, 0.1, 1.9, 1.0, 2.1, 0.3]).contains("no clear difference"));
    assert!(!series(&[2.0, 1.0]).contains("half"));
}

#[test]
fn an_unknown_name_is_answered_with_those_there_are() {
    let named = |name: &str, sgf: &str| NamedGame { name: name.into(), sgf: sgf.into() };
    let games = || vec![named("a", "(;PB[Lee  Sedol]PW[Go];B[dd])"), named("b", "(;PB[Go]PW[Ke];B[dd])")];
    let own = of_player(games(), "LEE sedol").unwrap();
    assert_eq!(own.len(), 1);
    let prepared = Prepared::new(&own[0], Default::default()).unwrap();
    assert_eq!(names_in(&prepared.record), ["Lee Sedol", "Go"]);
    let told = of_player(games(), "Cho").unwrap_err().to_string();
    assert!(told.contains("no game has a player 'Cho': the records name Go, Ke, Lee Sedol"), "{told}");
    assert!(of_player(vec![named("a", "(;B[dd])")], "").is_err());
}

#[test]
fn strength_is_told_by_all_moves_of_games_that_have_a_scale() {
    let moves: Vec<MoveReview> = (1..=80).map(|number| entry(number, 0.8, None, Phase::Middle)).collect();
    let mut games = vec![game(["Lee", "Go"], "2020", &moves), game(["Lee", "Go"], "2021", &moves)];
    assert_eq!(summary(&games, Lang::En).unwrap().strength, None, "no scale for such boards or judges");
    for game in &mut games {
        let side = Strength {
            color: None,
            seen: strength::Seen::Network,
            moves: 40,
            place: None,
            error: None,
            text: "".into(),
        };
        game.strength = vec![side];
    }
    let found = summary(&games, Lang::En).unwrap();
    assert_eq!(found.strength.as_ref().map(|strength| strength.moves), Some(80));
    assert!(found.text.iter().any(|line| line.contains("rough guide")), "{:?}", found.text);
}

#[test]
fn links_lead_to_files_whatever_their_names() {
    assert_eq!(crate::html::link("50% #1.review.html"), "50%25%20%231.review.html");
}
