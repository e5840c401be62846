//! The report read as data: whom it is for, that its figures fit together, and that each language keeps to itself.

use gosedai_engine::{ApiError, Command, Context, Lang};
use gosedai_review::units::UnitKind;
use gosedai_review::{GameReview, NamedGame, Review};

/// Two careless moves at the edge among ordinary ones.
const GAME: &str = "(;SZ[9]KM[7]PB[A]PW[B]BR[3d]WR[12k];B[ee];W[cc];B[gc];W[gg];B[cg];W[fg];B[eg];W[ff];B[ef];W[fe];B[fd];W[ge];B[gd];W[he];B[hd];W[cf];B[df];W[bg];B[ch];W[ce];B[ai];W[de];B[ed];W[dd];B[ec])";

fn review(reader: Option<&str>, language: Lang) -> Result<GameReview, ApiError> {
    let request = Review {
        reader: reader.map(str::to_string),
        playouts: Some(8),
        threads: Some(2),
        ..Review::of(vec![NamedGame { name: "short.sgf".into(), sgf: GAME.into() }])
    };
    let mut reviewed = request.run(&Context { language, ..Context::default() })?;
    Ok(reviewed.games.remove(0))
}

/// Everything a game says.
fn texts(game: &GameReview) -> Vec<String> {
    let mut texts = vec![game.summary.clone()];
    texts.extend(game.lessons.iter().chain(&game.accuracy_lines).chain(&game.practice.advice).cloned());
    texts.extend(game.story.iter().flat_map(|chapter| [chapter.title.clone(), chapter.text.clone()]));
    texts
        .extend(game.practice.problems.iter().flat_map(|problem| [problem.question.clone(), problem.solution.clone()]));
    texts.extend(game.moves.iter().filter_map(|m| m.comment.as_ref()).map(|comment| comment.told()));
    texts
}

#[test]
fn the_reader_chooses_what_is_said() {
    let strong = review(Some("5d"), Lang::En).unwrap();
    let weak = review(Some("15k"), Lang::En).unwrap();
    assert_eq!((strong.reader.to_string(), weak.reader.to_string()), ("5d".to_string(), "15k".to_string()));
    let comments = |game: &GameReview| game.moves.iter().filter(|m| m.comment.is_some()).count();
    assert!(comments(&weak) <= 3 && comments(&weak) <= comments(&strong), "{} {}", comments(&weak), comments(&strong));
    // what turned or decided the game is told to everyone
    for m in weak.moves.iter().filter(|m| m.mistake && !m.decisive && !m.turning) {
        assert!(m.loss >= 5.0, "{} costs {}", m.number, m.loss);
    }
    let lines =
        weak.moves.iter().filter_map(|m| m.comment.as_ref()?.instead.as_ref()).map(|instead| instead.line.len());
    assert!(lines.max().unwrap_or(0) <= 3);
    // the weaker player's rank
    assert_eq!(review(None, Lang::En).unwrap().reader.to_string(), "12k");
    assert!(matches!(review(Some("strong"), Lang::En), Err(ApiError::BadRequest { .. })));
}

#[test]
fn figures_fit_together_and_languages_keep_to_themselves() {
    for language in [Lang::En, Lang::Ja] {
        let game = review(Some("5d"), language).unwrap();
        let mistakes: Vec<usize> = game.moves.iter().filter(|m| m.mistake).map(|m| m.number).collect();
        assert_eq!(game.mistakes, mistakes);
        for side in game.accuracy.iter().filter(|side| side.phase.is_none()) {
            let own = || game.moves.iter().filter(|m| m.color == side.color);
            assert_eq!(side.moves, own().count());
            assert!((side.lost - own().map(|m| m.loss).sum::<f64>()).abs() < 0.01);
            let phases = game.accuracy.iter().filter(|part| part.color == side.color && part.phase.is_some());
            assert_eq!(side.moves, phases.map(|part| part.moves).sum::<usize>());
        }
        for (i, unit) in game.units.iter().enumerate() {
            assert!(unit.first <= unit.last && unit.last <= game.moves.len());
            assert!(
                unit.blamed.is_none_or(|number| unit.contains(number) && game.moves[number - 1].mistake),
                "{unit:?}"
            );
            assert!(unit.kind != UnitKind::Exchange || unit.last == unit.first + 1, "{i}: {unit:?}");
        }
        // one leader at a time
        let leaders: Vec<&str> = game.moves.iter().filter_map(|m| m.leads.as_deref()).collect();
        assert!(leaders.windows(2).all(|pair| pair[0] != pair[1]), "{leaders:?}");
        for problem in &game.practice.problems {
            assert_eq!(Some(&problem.answer), game.moves[problem.number - 1].best.as_ref());
        }
        for chapter in &game.story {
            assert!(chapter.first <= chapter.last && chapter.diagrams.len() == 1, "{chapter:?}");
        }
        for text in texts(&game) {
            assert!(!text.contains("review.") && !text.contains("term.") && !text.contains('{'), "missing: {text}");
            let is_japanese = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
            let english = text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1);
            match language {
                Lang::En => assert!(!text.chars().any(is_japanese), "{text}"),
                Lang::Ja => assert!(!english && text.chars().any(is_japanese), "{text}"),
            }
        }
    }
}
