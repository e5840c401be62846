//! The report: one HTML file without links to anything outside, for screen and print.

use std::fmt::Write as _;

use gosedai_board::{Color, Position};
use gosedai_explain::svg::{self, BOARD_STYLE, escape};
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::comment::Comment;
use super::diagrams;
use super::pages;
use super::{GameReview, MoveReview};

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #8888}\
.moment{display:grid;grid-template-columns:20rem 1fr;gap:1.2rem;margin:1.4rem 0;break-inside:avoid}\
.moment h3{margin:.1rem 0;font-size:1.05rem}.tag{font-size:.85rem;border:1px solid;border-radius:.6rem;padding:0 .5rem;white-space:nowrap}\
.tag.bad{color:#9a3412}.tag.good{color:#1d4ed8}.figures{color:#777;font-size:.85rem}svg.board{width:100%;height:auto}\
svg.graph{width:100%;height:auto;background:#8881}\
.zero{stroke:#888;stroke-dasharray:4 3}.score{fill:none;stroke:#1d4ed8;stroke-width:1.8}.win{fill:none;stroke:#b45309;stroke-width:1.2;stroke-dasharray:5 2}\
.axis{font:10px sans-serif;fill:#777}.mid{text-anchor:middle}.graph .good{fill:#1d4ed8}.graph .bad{fill:#c2410c;stroke:#fff}\
table{border-collapse:collapse;font-size:.85rem;width:100%}td,th{padding:.1rem .5rem;text-align:right;border-bottom:1px solid #8883}\
td:nth-child(2),td:last-child{text-align:left}@media(max-width:40rem){.moment{grid-template-columns:1fr}}\
.ask{font-size:.9rem}.ask dt{font-weight:600;margin-top:.3rem}.ask dd{margin:0}summary{cursor:pointer;color:#777}\
.chapter{display:grid;grid-template-columns:1fr 18rem;gap:1.2rem;margin:1.2rem 0;break-inside:avoid}.chapter h3{margin:.1rem 0;font-size:1.05rem}\
figure{margin:0}figcaption{font-size:.85rem;color:#777;text-align:center}.terms{font-size:.85rem;color:#777}\
.problems{display:grid;grid-template-columns:1fr 1fr;gap:1.2rem}.problem{break-inside:avoid}\
.fit{width:auto}.fit td,.fit th{text-align:right}.fit td:nth-child(2){text-align:right}.fit td:first-child{text-align:left}\
@media(max-width:40rem){.chapter,.problems{grid-template-columns:1fr}}\
.rule{stroke:#8886;stroke-width:.7}.end{text-anchor:end}.series path{fill:none;stroke-width:1.6}.series circle{stroke:none}.series.whole{stroke:currentColor;fill:currentColor}.series.whole path{stroke-width:2.4}\
.series.opening{stroke:#60a5fa;fill:#60a5fa;stroke-dasharray:2 3}.series.middle{stroke:#1d4ed8;fill:#1d4ed8;stroke-dasharray:7 3}\
.series.endgame{stroke:#b45309;fill:#b45309;stroke-dasharray:9 3 2 3}rect.opening,.key.opening{fill:#60a5fa;background:#60a5fa}\
rect.middle,.key.middle{fill:#1d4ed8;background:#1d4ed8}rect.endgame,.key.endgame{fill:#b45309;background:#b45309}\
.key{display:inline-block;width:.7rem;height:.7rem;margin-right:.3rem;print-color-adjust:exact}\
@page{margin:15mm}\
@media print{:root{color-scheme:light}body{margin:0;padding:0;max-width:none;font-size:10.5pt;color:#000}h2,h3{break-after:avoid}\
svg.graph{background:none;break-inside:avoid}details.ask,details.moves{display:none}details.answer summary{display:none}\
.moment{grid-template-columns:7.5cm 1fr}.chapter{grid-template-columns:1fr 7cm}.figures,.terms,figcaption{color:#444}\
.wood{fill:#fff}tr{break-inside:avoid}}";

/// The beginning of a page.
pub fn head(title: &str, lexicon: &Lexicon) -> String {
    let lang = lexicon.lang().code();
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"generator\" content=\"Gosedai\"><title>{} – {}</title><style>{BOARD_STYLE}{STYLE}</style></head><body>",
        escape(lexicon.word("review.title")),
        escape(title)
    )
}

fn players(review: &GameReview, lexicon: &Lexicon) -> String {
    let evidence = Evidence::new("review.players")
        .arg("black", Arg::Text(review.black.clone()))
        .arg("white", Arg::Text(review.white.clone()));
    escape(&lexicon.sentence(&evidence))
}

/// The whole report.
pub fn report(review: &GameReview, positions: &[Position], lexicon: &Lexicon) -> String {
    let word = |key: &str| escape(lexicon.word(key));
    let mut page = head(&review.title, lexicon);
    let _ = write!(page, "<h1>{}</h1><p>{}", escape(&review.title), players(review, lexicon));
    let about = [&review.event, &review.date, &review.result];
    for text in about.into_iter().filter(|text| !text.is_empty() && **text != review.title) {
        let _ = write!(page, " · {}", escape(text));
    }
    let _ = write!(page, "</p><p>{}</p><p>{}</p>", escape(&review.summary), escape(&review.lessons.join(" ")));
    let _ = write!(page, "<h2>{}</h2>", word("review.graph"));
    let scores: Vec<f64> = review.graph.iter().map(|g| g.score).collect();
    let wins: Vec<f64> = review.graph.iter().map(|g| g.win_rate_black).collect();
    let dots: Vec<(usize, char)> = review
        .moves
        .iter()
        .filter(|m| m.comment.is_some())
        .map(|m| (m.number, if m.mistake { '-' } else { '+' }))
        .collect();
    let names = (lexicon.word("review.graph_score"), lexicon.word("review.graph_win"));
    page += &svg::graph(&scores, &wins, &dots, names);
    let _ = write!(page, "<p class=\"figures\">{} {}</p>", word("review.graph_legend"), escape(&review.caveat));
    pages::story(&mut page, review, positions, lexicon);
    let _ = write!(page, "<h2>{}</h2>", word("review.moments"));
    let mut any = false;
    for entry in review.moves.iter().filter(|m| m.comment.is_some()) {
        if !any {
            let _ = write!(page, "<p class=\"figures\">{}</p>", word("review.legend"));
        }
        any = true;
        moment(&mut page, entry, positions, lexicon);
    }
    if !any {
        let key = if review.complete { "review.nothing" } else { "review.nothing_yet" };
        let _ = write!(page, "<p>{}</p>", word(key));
    }
    pages::practice(&mut page, review, positions, lexicon);
    pages::accuracy(&mut page, review, lexicon);
    table(&mut page, review, lexicon);
    page.push_str("</body></html>\n");
    page
}

/// The name of a file as a link to it in the same folder.
pub fn link(name: &str) -> String {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.~".contains(&c);
    name.bytes().map(|c| if is_plain(c) { char::from(c).to_string() } else { format!("%{c:02X}") }).collect()
}

/// A page that leads to several reports.
pub fn index(games: &[GameReview], lexicon: &Lexicon) -> String {
    let mut page = head(lexicon.word("review.title"), lexicon);
    let _ = write!(page, "<h1>{}</h1>", escape(lexicon.word("review.title")));
    for review in games {
        let file = review.files.iter().find(|path| path.extension().is_some_and(|ending| ending == "html"));
        let name =
            file.and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let _ = write!(
            page,
            "<h2><a href=\"{}\">{}</a></h2><p>{} {}</p><p>{}</p>",
            link(&name),
            escape(&review.title),
            players(review, lexicon),
            escape(&review.result),
            escape(&review.summary)
        );
    }
    page.push_str("</body></html>\n");
    page
}

fn moment(page: &mut String, entry: &MoveReview, positions: &[Position], lexicon: &Lexicon) {
    let Some(comment) = &entry.comment else { return };
    let color = if entry.color == "black" { Color::Black } else { Color::White };
    let color_name = lexicon.word(if color == Color::Black { "color.black" } else { "color.white" });
    let (board, marks) = diagrams::moment(entry, positions);
    let tag = entry.tag(lexicon);
    let class = if entry.mistake { "bad" } else { "good" };
    let name = comment.names.first().map(|name| format!(" · {}", escape(name))).unwrap_or_default();
    let _ = write!(page, "<article class=\"moment\"><div>{}</div><div>", svg::board(&board, &marks, &comment.text));
    let _ = write!(
        page,
        "<h3>{} · {} {}{name} <span class=\"tag {class}\">{}</span></h3><p>{}</p>",
        entry.number,
        escape(color_name),
        entry.mv,
        escape(&tag),
        escape(&comment.text)
    );
    for term in &comment.terms {
        let _ = write!(page, "<p class=\"terms\"><b>{}</b>: {}</p>", escape(&term.word), escape(&term.text));
    }
    questions(page, comment, lexicon);
    let percent = |p: f64| (100.0 * p).round();
    let _ = write!(
        page,
        "<p class=\"figures\">{}: {} → {} · {} % → {} %</p></div></article>",
        escape(lexicon.word("review.figures")),
        margin(entry.score_before),
        margin(entry.score_after),
        percent(entry.win_rate_before),
        percent(entry.win_rate_after)
    );
}

/// What a reader asks next: how the other move differs, what a pass would cost, the simple way.
fn questions(page: &mut String, comment: &Comment, lexicon: &Lexicon) {
    let mut rows: Vec<(String, &str)> = Vec::new();
    if let Some(instead) = &comment.instead {
        let title = Evidence::new("review.ask.instead").arg("other", Arg::Text(instead.mv.clone()));
        rows.push((lexicon.sentence(&title), &instead.text));
    }
    // what the comment says already is not said again
    if let Some(ignored) = comment.if_ignored.as_ref().filter(|ignored| !comment.text.contains(&ignored.text)) {
        rows.push((lexicon.word("review.ask.ignored").to_string(), &ignored.text));
    }
    if let Some(simple) = &comment.simple {
        rows.push((lexicon.word("review.ask.simple").to_string(), &simple.text));
    }
    if rows.is_empty() {
        return;
    }
    let _ = write!(page, "<details class=\"ask\"><summary>{}</summary><dl>", escape(lexicon.word("review.ask")));
    for (title, text) in rows {
        let _ = write!(page, "<dt>{}</dt><dd>{}</dd>", escape(&title), escape(text));
    }
    page.push_str("</dl></details>");
}

/// `B+3.5` or `W+2.0`.
pub fn margin(score: f64) -> String {
    if score >= 0.0 { format!("B+{score:.1}") } else { format!("W+{:.1}", -score) }
}

fn table(page: &mut String, review: &GameReview, lexicon: &Lexicon) {
    let word = |key: &str| escape(lexicon.word(key));
    let _ = write!(page, "<details class=\"moves\"><summary>{}</summary>", word("review.table"));
    if !review.good_moves_by_paper.is_empty() {
        let numbers: Vec<String> = review.good_moves_by_paper.iter().map(usize::to_string).collect();
        let evidence = Evidence::new("review.by_paper").arg("moves", Arg::Text(numbers.join(", ")));
        let _ = write!(page, "<p class=\"figures\">{}</p>", escape(&lexicon.sentence(&evidence)));
    }
    page.push_str("<table><tr>");
    for key in ["number", "move", "rank", "expected", "score", "loss", "verdict"] {
        let _ = write!(page, "<th>{}</th>", word(&format!("review.col_{key}")));
    }
    page.push_str("</tr>");
    for m in &review.moves {
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td></tr>",
            m.number,
            m.mv,
            m.search_rank,
            m.predicted_rank,
            margin(m.score_after),
            m.loss,
            escape(&m.tag(lexicon))
        );
    }
    page.push_str("</table></details>");
}
