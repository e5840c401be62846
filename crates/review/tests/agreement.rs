//! No report contradicts itself: what a review says is read back from its JSON, figures and sentences alike.
//!
//! `GOSEDAI_REVIEWS=FOLDER cargo test --release -p gosedai-review --test agreement -- --ignored` reads the English reviews
//! (`*.review.json`) in a folder and in those below it.

use std::path::{Path, PathBuf};

use gosedai_engine::{Command, Context};
use gosedai_review::themes::Theme;
use gosedai_review::units::UnitKind;
use gosedai_review::{GameReview, MoveReview, NamedGame, Review, Verdict};

/// The number behind a word of a text.
fn number_after(text: &str, word: &str) -> Option<i64> {
    let rest = text.split(word).nth(1)?.trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The same with tenths.
fn points_after(text: &str, word: &str) -> Option<f64> {
    let rest = text.split(word).nth(1)?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().ok()
}

/// All whole numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// `B+1.5` as Black's points.
fn margin(text: &str) -> Option<f64> {
    let (side, points) = text.split_once('+')?;
    let points: f64 = points.trim_end_matches('.').parse().ok()?;
    Some(if side.ends_with('B') { points } else { -points })
}

fn sign(m: &MoveReview) -> f64 {
    if m.color == "black" { 1.0 } else { -1.0 }
}

/// What the first sentence of a blame calls the move.
fn named(text: &str) -> Option<Verdict> {
    let head = text.split(". ").next()?;
    let says = |words: &[&str]| words.iter().any(|word| head.contains(word));
    if says(&["is a blunder", "is a disaster"]) {
        Some(Verdict::Blunder)
    } else if says(&["is a mistake", "goes wrong", "is the wrong choice"]) {
        Some(Verdict::Mistake)
    } else if says(&["is questionable", "One wonders", "is not enough", "is loose"]) {
        Some(Verdict::Inaccuracy)
    } else {
        None
    }
}

/// Everything in a review that does not fit together.
fn contradictions(review: &GameReview) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            found.push(what);
        }
    };
    let moves = &review.moves;
    for (i, m) in moves.iter().enumerate() {
        let at = format!("move {} ({})", m.number, m.mv);
        expect(m.number == i + 1, format!("{at}: its number"));
        expect(review.graph.get(i).is_some_and(|g| g.score == m.score_before), format!("{at}: two leads before it"));
        expect(m.mistake == review.mistakes.contains(&m.number), format!("{at}: the list of mistakes"));
        expect(!(m.mistake && m.purpose.is_some()), format!("{at}: praised and blamed"));
        expect(!(m.mistake && m.ko_threat), format!("{at}: a threat and a fault"));
        let blaming = matches!(m.verdict.as_str(), "blunder" | "mistake" | "inaccuracy");
        expect(m.mistake == blaming, format!("{at}: called {}", m.verdict));
        expect(!m.decisive || m.mistake, format!("{at}: decides without a fault"));
        if m.mistake {
            expect(m.class >= Verdict::Inaccuracy && m.loss >= 1.0, format!("{at}: a fault that costs {}", m.loss));
            expect(m.best.as_ref().is_some_and(|best| *best != m.mv), format!("{at}: no better move"));
            expect(m.line.first() == m.best.as_ref(), format!("{at}: the line does not begin with the better move"));
        }
        if let Some(comment) = &m.comment {
            of_comment(review, m, comment).into_iter().for_each(|what| expect(false, format!("{at}: {what}")));
        }
    }
    of_sums(review).into_iter().for_each(|what| expect(false, what));
    of_story(review).into_iter().for_each(|what| expect(false, what));
    found
}

fn of_comment(review: &GameReview, m: &MoveReview, comment: &gosedai_review::Comment) -> Vec<String> {
    let mut found = Vec::new();
    let text = &comment.text;
    let mut expect = |holds: bool, what: &str| {
        if !holds {
            found.push(format!("{what}: {text}"));
        }
    };
    let again = text.contains("as well: ") || text.contains("is still the point");
    let is_losing = text.contains("is the losing move");
    if m.mistake && m.mv != "pass" {
        expect(m.decisive == is_losing, "losing move or not");
        expect(again || is_losing || named(text) == Some(m.class), "called by another class");
        let head = text.split(". ").next().unwrap_or_default();
        let cost = head.split_once(": ").map_or(head, |(_, cost)| cost);
        if let Some(points) = number_after(cost, "about") {
            expect((points as f64 - m.loss).abs() <= 0.5, "another loss");
        } else {
            let percent = |p: f64| if m.color == "black" { 100.0 * p } else { 100.0 - 100.0 * p };
            let said = numbers(cost);
            let fits = |n: i64, p: f64| (n as f64 - percent(p)).abs() <= 0.51;
            let both =
                matches!(said[..], [from, to, ..] if fits(from, m.win_rate_before) && fits(to, m.win_rate_after));
            expect(both, "other chances");
        }
        let explained = !text.contains("no simple reason");
        let has_reason = comment.instead.as_ref().is_some_and(|instead| !instead.gains.is_empty());
        expect(explained || comment.themes.is_empty() && !has_reason, "a reason and none");
    } else {
        expect(named(text).is_none() && !is_losing, "blamed in words only");
    }
    if let Some(ignored) = &comment.if_ignored {
        let must = ["has to answer", "plays elsewhere"].iter().any(|words| ignored.text.contains(words));
        let must = must && !ignored.text.contains("costs little");
        expect(must == ignored.must_answer, "to be answered or not");
        expect(!ignored.must_answer || ignored.size == 0.0 || ignored.size >= 3.0, "must, for little");
        if let Some(points) = points_after(&ignored.text, "about") {
            expect((points - ignored.size).abs() <= 0.55, "another size if ignored");
        }
    }
    if let Some(instead) = &comment.instead {
        expect(instead.mv != m.mv && instead.line.first() == Some(&instead.mv), "instead of itself");
        let said: Vec<f64> = instead.text.split_whitespace().filter_map(margin).collect();
        let better = matches!(said[..], [other, own] if (other - own) * sign(m) > 0.0);
        expect(!m.mistake || better, &format!("the better move is judged worse ({})", instead.text));
        expect(!m.mistake || m.best.as_ref() == Some(&instead.mv), "two better moves");
        expect(instead.played_line.first() == Some(&m.mv), "the line of another move");
        if let [other, own] = said[..] {
            let apart = (other - own) * sign(m);
            expect((apart - instead.points).abs() <= 0.11, "the difference is not that of the two leads");
            let said = points_after(&instead.text, "is about");
            expect(said.is_none_or(|said| (said - apart.abs()).abs() <= 0.11), "another difference in words");
            expect(!instead.text.contains("points better") || apart > 0.0, "better, and worse");
            expect(!instead.text.contains("points worse") || apart < 0.0, "worse, and better");
        }
    }
    if let Some(simple) = &comment.simple {
        expect((0.0..=1.0).contains(&simple.cost), "simple and costly");
        expect(!simple.text.contains("the best move") || m.best.as_ref() == Some(&simple.mv), "two best moves");
        let costs = simple.text.contains("costs only");
        expect(costs == (simple.cost >= 0.5) || !simple.text.contains("simpler"), "simple for nothing or not");
    }
    for theme in &comment.themes {
        match &theme.theme {
            Theme::OnlyMove { gap } => expect(!m.mistake || *gap <= m.loss + 0.1, "the only move, but not by so much"),
            Theme::Unpunished { number, lost, back } => {
                let last = &review.moves[number - 1];
                expect(last.mistake && last.color != m.color && number + 1 == m.number, "no gift");
                expect((last.loss - lost).abs() < 0.1 && back <= lost && *back <= m.loss + 0.1, "another gift");
            }
            Theme::Order { first, then } => {
                expect(m.best.as_ref() == Some(first) && m.mv == *then && m.line.contains(then), "another order");
            }
            Theme::Place { more, fewer, .. } => {
                let said = numbers(&theme.text).into_iter().map(|n| n as usize).collect::<Vec<_>>();
                let told = [*more, *fewer].into_iter().filter(|&n| n >= 2).collect::<Vec<_>>();
                expect(said == told, "other points of a place");
            }
            Theme::Trade { gives, takes, .. } => expect(gives != takes, "a trade with itself"),
            Theme::AjiGone { from, to } => {
                expect(from != to && text.contains("The exchange of moves"), "no exchange, and its aji is gone");
            }
            Theme::TooDeep { lives } => expect(*lives <= 35.0 && m.mistake, "deep, and alive"),
            Theme::Both { reply } => expect(m.best.as_ref() == Some(reply), "another point for both"),
            _ => {}
        }
    }
    found
}

fn of_sums(review: &GameReview) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            found.push(what);
        }
    };
    for (color, line) in ["black", "white"].into_iter().zip(&review.lessons) {
        let own = || review.moves.iter().filter(|m| m.color == color);
        let (good, mistakes) = (own().filter(|m| m.purpose.is_some()).count(), own().filter(|m| m.mistake).count());
        let said = numbers(line);
        let fits =
            matches!(said[..], [g, doubtful, grave] if g as usize == good && (doubtful + grave) as usize == mistakes);
        expect(fits, format!("{line} against {good} and {mistakes}"));
        let parts = || review.accuracy.iter().filter(|part| part.color == color);
        let Some(whole) = parts().find(|part| part.phase.is_none()) else { continue };
        let phases = || parts().filter(|part| part.phase.is_some());
        let lost: f64 = phases().map(|part| part.lost).sum();
        expect((lost - whole.lost).abs() <= 0.03, format!("{color} lost {lost} by phases and {} in all", whole.lost));
        let all: f64 = own().map(|m| m.loss).sum();
        expect((all - whole.lost).abs() <= 0.02, format!("{color} lost {all} by moves and {} in all", whole.lost));
        expect(phases().map(|part| part.moves).sum::<usize>() == whole.moves, format!("{color}'s moves by phase"));
        let each = whole.lost / whole.moves as f64;
        expect((each - whole.per_move).abs() <= 0.011, format!("{color} lost {each} a move, not {}", whole.per_move));
    }
    let phases: Vec<_> = review.moves.iter().map(|m| m.phase).collect();
    expect(phases.is_sorted(), "phases go back and forth".to_string());
    for m in &review.moves {
        let own = m.unit.map(|unit| review.units.get(unit));
        let fits = own.is_none_or(|unit| unit.is_some_and(|unit| unit.contains(m.number)));
        expect(fits, format!("move {} is in a unit that does not know it", m.number));
    }
    for unit in &review.units {
        let last = unit.until.unwrap_or(unit.last);
        let inside = 1 <= unit.first && unit.first <= unit.last && unit.last <= last && last <= review.moves.len();
        expect(inside, format!("a unit out of order: {unit:?}"));
        expect(unit.missed.iter().all(|&n| review.moves[n - 1].mistake), format!("missed without a fault: {unit:?}"));
        let taken = |n: usize| unit.at.as_ref() == Some(&review.moves[n - 1].mv);
        expect(unit.until.is_none_or(taken), format!("another move takes the point: {unit:?}"));
        let blamed = |number: usize| unit.contains(number) && review.moves[number - 1].mistake;
        expect(unit.blamed.is_none_or(blamed), format!("a unit blames what is no fault: {unit:?}"));
    }
    for ko in &review.kos {
        let in_order = ko.first < ko.last && ko.last <= ko.end && ko.ended.is_none_or(|n| n > ko.last && n <= ko.end);
        expect(in_order, format!("a ko out of order: {ko:?}"));
        let (start, end) = (review.graph[ko.first - 1].score, review.moves[ko.end - 1].score_after);
        expect((end - start - ko.change).abs() <= 0.11, format!("a ko with another change: {ko:?}"));
        let of = |number: &usize| &review.moves[number - 1];
        expect(ko.threats.iter().chain(&ko.ignored).all(|n| !of(n).mistake), format!("a threat is a fault: {ko:?}"));
        expect(ko.threats.len() == ko.by_side.iter().sum::<usize>(), format!("threats by side: {ko:?}"));
        let units = review.units.iter().filter(|unit| unit.kind == UnitKind::Ko && unit.first == ko.first);
        expect(units.count() == 1, format!("not one unit: {ko:?}"));
    }
    found
}

fn of_story(review: &GameReview) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            found.push(what);
        }
    };
    let leader = |score: f64| if score >= 0.0 { "Black" } else { "White" };
    let leads: Vec<&str> = review.moves.iter().filter_map(|m| m.leads.as_deref()).collect();
    expect(leads.windows(2).all(|pair| pair[0] != pair[1]), format!("one leader after the other: {leads:?}"));
    let decisive: Vec<&MoveReview> = review.moves.iter().filter(|m| m.decisive).collect();
    expect(decisive.len() <= 1, "two losing moves".to_string());
    let last = review.graph.last().map_or(0.5, |g| g.win_rate_black);
    for m in &decisive {
        expect((m.color == "black") == (last < 0.5), "the winner made the losing move".to_string());
        let said = review.summary.contains(&format!(" {} ({})", m.number, m.mv));
        expect(said, format!("the summary does not know the losing move: {}", review.summary));
    }
    if let Some(number) = number_after(&review.summary, "The costliest move was Black")
        .or_else(|| number_after(&review.summary, "The costliest move was White"))
    {
        let m = &review.moves[number as usize - 1];
        let most = review.moves.iter().filter(|m| m.mistake).map(|m| m.loss).fold(0.0, f64::max);
        expect(m.mistake && m.loss >= most, format!("{number} cost {}, another {most}", m.loss));
    }
    for chapter in &review.story {
        let (text, range) = (&chapter.text, chapter.first..=chapter.last);
        for (k, _) in text.match_indices("The fault") {
            let list = text[k..].split(": ").nth(1).unwrap_or_default();
            let list = list.split(". ").next().unwrap_or_default();
            for one in list.split(", ") {
                let number = numbers(one).first().copied().unwrap_or(0) as usize;
                let fits = range.contains(&number) && review.moves[number - 1].mistake;
                expect(fits, format!("{number} is no fault of its chapter: {text}"));
            }
        }
        let change = review.graph[chapter.last].score - review.graph[chapter.first - 1].score;
        for words in ["comes out about", "gains about"] {
            if let Some(points) = number_after(text, words) {
                expect((points as f64 - change.abs()).abs() <= 0.55, format!("{change} told as {text}"));
                let said = text.split(words).next().unwrap_or_default().trim_end().rsplit(' ').next();
                expect(said == Some(leader(change)), format!("{change} told as {text}"));
            }
        }
        if let Some(points) = number_after(text, "was ahead by about") {
            let lead = review.graph[chapter.last].score;
            let fits = (points as f64 - lead.abs()).abs() <= 0.55 && text.contains(leader(lead));
            expect(fits, format!("{lead} told as {text}"));
        }
    }
    for problem in &review.practice.problems {
        let m = &review.moves[problem.number - 1];
        let fits =
            m.mistake && m.best.as_ref() == Some(&problem.answer) && problem.line.first() == Some(&problem.answer);
        expect(fits, format!("another answer: {}", problem.solution));
    }
    found
}

fn reviewed(name: &str, sgf: &str, reader: &str, visits: u64) -> GameReview {
    let games = vec![NamedGame { name: name.into(), sgf: sgf.into() }];
    let request = Review {
        playouts: Some(visits),
        threads: Some(2),
        reader: Some(reader.into()),
        always: (1..400).step_by(37).collect(),
        ..Review::of(games)
    };
    let review = request.run(&Context::default()).unwrap().games.remove(0);
    // as a reader of the file has it
    let text = serde_json::to_string(&review).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn no_report_contradicts_itself() {
    let games = [
        ("nine", include_str!("games/nine.sgf"), "5d", 8),
        ("weak", include_str!("games/weak.sgf"), "8k", 3),
        ("ko", include_str!("games/ko.sgf"), "1d", 2),
    ];
    for (name, sgf, reader, visits) in games {
        let review = reviewed(name, sgf, reader, visits);
        let found = contradictions(&review);
        assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
        let tried = review.mistakes.len() + review.kos.len();
        assert!(tried > 0, "{name}: nothing was blamed and no ko fought, so little was tried");
    }
}

/// What is wrong is found.
#[test]
fn a_contradiction_is_seen() {
    let review = reviewed("nine", include_str!("games/nine.sgf"), "5d", 2);
    let blamed = review.mistakes[0];
    let with = |change: &dyn Fn(&mut GameReview)| {
        let mut other = review.clone();
        change(&mut other);
        contradictions(&other).len() - contradictions(&review).len()
    };
    assert!(with(&|r| r.moves[blamed - 1].line.clear()) > 0);
    assert!(with(&|r| r.moves[blamed - 1].ko_threat = true) > 0);
    assert!(with(&|r| r.mistakes.clear()) > 0);
    assert!(with(&|r| r.graph[blamed - 1].score += 1.0) > 0);
    assert!(with(&|r| r.accuracy[0].lost += 1.0) > 0);
    assert!(with(&|r| r.lessons.swap(0, 1)) > 0);
}

#[test]
#[ignore = "reads reviews that were made before: GOSEDAI_REVIEWS=FOLDER"]
fn reviews_of_a_folder_agree() {
    let folder = std::env::var("GOSEDAI_REVIEWS").expect("GOSEDAI_REVIEWS=FOLDER");
    let mut files: Vec<PathBuf> = Vec::new();
    let mut open = vec![PathBuf::from(folder)];
    while let Some(path) = open.pop() {
        let entries = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
        for path in entries {
            let is_review = |path: &Path| path.to_string_lossy().ends_with(".review.json");
            if path.is_dir() {
                open.push(path);
            } else if is_review(&path) {
                files.push(path);
            }
        }
    }
    let mut wrong = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let review: GameReview = match serde_json::from_str(&text) {
            Ok(review) => review,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        for what in contradictions(&review) {
            wrong += 1;
            println!("{}: {what}", path.display());
        }
    }
    println!("{} reviews", files.len());
    assert!(wrong == 0 && !files.is_empty(), "{wrong} contradictions");
}
