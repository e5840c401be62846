//! Everything found about a game, put together and written.

use std::path::{Path, PathBuf};

use gosedai_board::Color;
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::accuracy::Phase;
use super::audience::Audience;
use super::chapters::Told;
use super::comment::Comment;
use super::game::Prepared;
use super::ko::KoStory;
use super::looks::{Looks, for_black};
use super::phases::Phases;
use super::practice::Kind;
use super::units::{Unit, UnitKind};
use super::verdict::Weighed;
use super::{GameReview, GraphPoint, MoveReview, Reviewed, accuracy, html, practice, story};
use gosedai_engine::ApiError;
use gosedai_engine::keep;

/// Who judged: its name and the same in words.
pub struct JudgeNamed {
    pub name: String,
    pub words: String,
}

/// What was said of each move, and what faults without a comment were about.
pub struct Said {
    pub comments: Vec<Option<Comment>>,
    pub kinds: Vec<Option<Kind>>,
}

/// The review of a game as data.
#[allow(clippy::too_many_arguments)]
pub fn assemble(
    stem: &str,
    prepared: &Prepared,
    phases: Phases,
    judge: JudgeNamed,
    looks: &Looks,
    weighed: &[Weighed],
    units: Vec<Unit>,
    audience: Audience,
    said: Said,
    lexicon: &Lexicon,
) -> GameReview {
    let Said { comments, kinds } = said;
    let info = prepared.record.info();
    let text = |value: Option<String>| value.unwrap_or_default();
    let side = |side: gosedai_records::Side| {
        let rank = side.rank.map(|rank| format!(" {rank}")).unwrap_or_default();
        format!("{}{rank}", side.name.unwrap_or_else(|| "?".into()))
    };
    let kos: Vec<KoStory> = looks.kos.iter().filter_map(|fight| KoStory::of(fight, weighed)).collect();
    let claims = comments.iter().flatten().map(|comment| comment.claims.len()).sum();
    // of a move in two units the smaller one tells more
    let unit_of = |number: usize| {
        let own = units.iter().enumerate().filter(|(_, unit)| unit.contains(number));
        own.min_by_key(|(_, unit)| (unit.kind == UnitKind::Standing, unit.last - unit.first)).map(|(i, _)| i)
    };
    let moves: Vec<MoveReview> = weighed
        .iter()
        .zip(comments)
        .enumerate()
        .map(|(i, (m, comment))| {
            let (unit, phase) = (unit_of(m.number), phases.of(m.number));
            let own = move_review(m, comment, looks, i, phase);
            MoveReview { unit, kind: own.kind.or(kinds[i]), ..own }
        })
        .collect();
    let numbers = |keep: &dyn Fn(&MoveReview) -> bool| -> Vec<usize> {
        moves.iter().filter(|m| keep(m)).map(|m| m.number).collect()
    };
    let graph: Vec<GraphPoint> = looks
        .judged
        .iter()
        .enumerate()
        .map(|(i, position)| {
            let black = prepared.positions[i].to_play() == Color::Black;
            let win_rate_black = if black { position.win_rate } else { 1.0 - position.win_rate };
            GraphPoint { number: i, score: position.score, win_rate_black }
        })
        .collect();
    let noise = looks.noise;
    let result = text(prepared.record.root().simple_text("RE").map(|t| t.into_owned()));
    let told = Told { kos: &kos, moves: &moves, graph: &graph, positions: &prepared.positions, phases, noise, lexicon };
    let chapters = told.chapters();
    let accuracy = accuracy::of_game(&moves);
    let caveat = Evidence::new("review.judged")
        .arg("engine", Arg::Text(judge.words.clone()))
        .arg("moves", moves.len())
        .arg("noise", noise.points)
        .arg("percent", 100.0 * noise.chance);
    let summary = story::story(&moves, &graph, &kos, &result, noise, lexicon);
    GameReview {
        key: String::new(),
        digest: String::new(),
        title: info.game_name.clone().or(info.event.clone()).unwrap_or_else(|| stem.to_string()),
        names: super::summary::names_in(&prepared.record),
        black: side(info.black),
        white: side(info.white),
        event: text(info.event),
        date: text(prepared.record.root().simple_text("DT").map(|t| t.into_owned())),
        result,
        engine: judge.name,
        judge: judge.words,
        reader: audience.rank,
        story: chapters,
        practice: practice::of_game(&moves, &looks.judged, lexicon),
        accuracy_lines: accuracy::sentences(&accuracy, lexicon),
        accuracy,
        strength: Vec::new(),
        units,
        summary,
        caveat: lexicon.sentence(&caveat),
        lessons: story::sides(&moves, lexicon),
        good_moves: numbers(&|m| m.purpose.is_some()),
        good_moves_by_paper: numbers(&|m| m.good_by_paper),
        mistakes: numbers(&|m| m.mistake),
        turning_points: numbers(&|m| m.turning),
        kos,
        moves,
        graph,
        claims,
        complete: true,
        files: Vec::new(),
        sgf: String::new(),
        html: String::new(),
    }
}

/// What is known while a review is still made, in the shape of its answer.
pub fn so_far(looks: &Looks, weighed: &[Weighed], comments: &[Option<Comment>], phases: Phases) -> serde_json::Value {
    let own = |(i, m): (usize, &Weighed)| move_review(m, comments[i].clone(), looks, i, phases.of(m.number));
    let moves: Vec<MoveReview> = weighed.iter().enumerate().map(own).collect();
    let numbers = |keep: &dyn Fn(&MoveReview) -> bool| moves.iter().filter(|m| keep(m)).map(|m| m.number).collect();
    let so_far = Reviewed {
        good_moves: numbers(&|m| m.purpose.is_some()),
        mistakes: numbers(&|m| m.mistake),
        sgf: String::new(),
        html: String::new(),
        games: Vec::new(),
        summary: None,
        complete: false,
        moves,
    };
    serde_json::to_value(so_far).unwrap_or_default()
}

fn move_review(m: &Weighed, comment: Option<Comment>, looks: &Looks, i: usize, phase: Phase) -> MoveReview {
    MoveReview {
        number: m.number,
        mv: m.mv.to_string(),
        color: m.color.to_string(),
        phase,
        search_rank: m.search_rank,
        predicted_rank: m.expected.rank,
        predicted_share: (m.expected.share * 1e5).round() / 1e5,
        score_before: m.score_before,
        score_after: m.score_after,
        loss: (m.loss * 100.0).round() / 100.0,
        win_rate_before: for_black(m.win_before, m.color),
        win_rate_after: for_black(m.win_after, m.color),
        class: m.verdict,
        verdict: m.word().to_string(),
        good_by_paper: m.paper,
        purpose: m.purpose,
        mistake: m.is_mistake(),
        ko_threat: m.ko_threat,
        turning: m.turning.is_some(),
        leads: m.turning.map(|leader| leader.name().to_string()),
        decisive: m.decisive,
        confirmed: m.confirmed,
        kind: comment.as_ref().and_then(|comment| comment.kind),
        unit: None,
        best: looks.judged[i].best().map(|best| best.mv.clone()),
        line: match looks.judged[i].best() {
            Some(best) if m.is_mistake() => best.line.clone(),
            _ => Vec::new(),
        },
        reasons: comment.as_ref().map(|comment| comment.reasons.clone()).unwrap_or_default(),
        comment,
    }
}

/// The files of a review.
pub fn paths_in(out: &Path, stem: &str) -> [PathBuf; 3] {
    ["sgf", "html", "json"].map(|ending| out.join(format!("{stem}.review.{ending}")))
}

/// Tells whether a record and a report are those that were written with a review.
pub fn digest_of(sgf: &str, html: &str) -> String {
    format!("{:016x}", gosedai_engine::digest([sgf.as_bytes(), html.as_bytes()]))
}

/// The annotated record, the report and the data.
pub fn write_files(review: &mut GameReview, out: &Path, stem: &str) -> Result<(), ApiError> {
    let paths = paths_in(out, stem);
    review.files = paths.to_vec();
    review.digest = digest_of(&review.sgf, &review.html);
    let data = serde_json::to_string_pretty(review).map_err(ApiError::failed)?;
    for (path, text) in paths.iter().zip([&review.sgf, &review.html, &data]) {
        // only we name files like this
        keep::write(path, text, keep::Kind::ANY, true)?;
    }
    Ok(())
}

pub fn index_in(out: &Path) -> PathBuf {
    out.join("index.html")
}

/// A page that leads to the reports of several games.
pub fn write_index(games: &[GameReview], out: &Path, lexicon: &Lexicon, force: bool) -> Result<(), ApiError> {
    keep::write(&index_in(out), html::index(games, lexicon), keep::Kind::PAGE, force).map_err(ApiError::from)
}
