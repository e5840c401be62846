//! The report: one HTML file without links to anything outside, for screen and print.

use std::fmt::Write as _;

use gosedai_board::{Color, Move, Position};
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::svg::{self, Marks, escape};
use super::{GameReview, MoveReview};

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #8888}\
.moment{display:grid;grid-template-columns:20rem 1fr;gap:1.2rem;margin:1.4rem 0;break-inside:avoid}\
.moment h3{margin:.1rem 0;font-size:1.05rem}.tag{font-size:.85rem;border:1px solid;border-radius:.6rem;padding:0 .5rem;white-space:nowrap}\
.tag.bad{color:#9a3412}.tag.good{color:#1d4ed8}.figures{color:#777;font-size:.85rem}svg.board{width:100%;height:auto}\
.wood{fill:#f2d9a5}.grid{stroke:#3d3017;stroke-width:.8;fill:none}.b{fill:#111}.w{fill:#fff;stroke:#222;stroke-width:.8}\
.coord{font:9px sans-serif;text-anchor:middle;fill:#5b4a22}.num,.label{font:bold 11px sans-serif;text-anchor:middle}\
.label{font-size:14px;fill:#1d4ed8}.on-black{fill:#fff}.on-white{fill:#111}.ring{fill:none!important;stroke-width:2}\
.ring.on-black{stroke:#fff}.ring.on-white{stroke:#111}svg.graph{width:100%;height:auto;background:#8881}\
.zero{stroke:#888;stroke-dasharray:4 3}.score{fill:none;stroke:#1d4ed8;stroke-width:1.8}.win{fill:none;stroke:#b45309;stroke-width:1.2;stroke-dasharray:5 2}\
.axis{font:10px sans-serif;fill:#777}.mid{text-anchor:middle}.graph .good{fill:#1d4ed8}.graph .bad{fill:#c2410c;stroke:#fff}\
table{border-collapse:collapse;font-size:.85rem;width:100%}td,th{padding:.1rem .5rem;text-align:right;border-bottom:1px solid #8883}\
td:nth-child(2),td:last-child{text-align:left}@media(max-width:40rem){.moment{grid-template-columns:1fr}}\
@media print{body{margin:0;max-width:none;font-size:11pt}details{display:none}.moment{grid-template-columns:8cm 1fr}}";

/// The whole report.
pub fn report(review: &GameReview, positions: &[Position], lexicon: &Lexicon) -> String {
    let word = |key: &str| escape(lexicon.word(key));
    let lang = lexicon.lang().code();
    let mut page = format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{} – {}</title><style>{STYLE}</style></head><body>",
        word("review.title"),
        escape(&review.title)
    );
    let players = Evidence::new("review.players")
        .arg("black", Arg::Text(review.black.clone()))
        .arg("white", Arg::Text(review.white.clone()));
    let _ = write!(page, "<h1>{}</h1><p>{}", word("review.title"), escape(&lexicon.sentence(&players)));
    for text in [&review.event, &review.date, &review.result].into_iter().filter(|text| !text.is_empty()) {
        let _ = write!(page, " · {}", escape(text));
    }
    let _ = write!(
        page,
        "</p><p>{} <span class=\"figures\">{}</span></p>",
        escape(&review.summary),
        escape(&review.caveat)
    );
    for line in &review.lessons {
        let _ = write!(page, "<p>{}</p>", escape(line));
    }
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
    let _ = write!(page, "<h2>{}</h2><p class=\"figures\">{}</p>", word("review.moments"), word("review.legend"));
    let mut any = false;
    for entry in review.moves.iter().filter(|m| m.comment.is_some()) {
        any = true;
        moment(&mut page, entry, positions, lexicon);
    }
    if !any {
        let _ = write!(page, "<p>{}</p>", word("review.nothing"));
    }
    table(&mut page, review, lexicon);
    page.push_str("</body></html>\n");
    page
}

fn moment(page: &mut String, entry: &MoveReview, positions: &[Position], lexicon: &Lexicon) {
    let Some(comment) = &entry.comment else { return };
    let color = if entry.color == "black" { Color::Black } else { Color::White };
    let color_name = lexicon.word(if color == Color::Black { "color.black" } else { "color.white" });
    let mut marks = Marks::default();
    let mut shown = positions[entry.number - 1].board().clone();
    if let Ok(Move::Play(point)) = entry.mv.parse() {
        shown = positions[entry.number].board().clone();
        marks.played = Some(point);
    }
    if entry.mistake
        && let Some(instead) = &comment.instead
        && let Ok(Move::Play(point)) = instead.mv.parse::<Move>()
        && shown.is_empty(point)
    {
        marks.labels.push((point, "A".into()));
    } else if let Some(ignored) = comment.if_ignored.as_ref().filter(|ignored| ignored.must_answer) {
        let mut turn = color;
        for text in ignored.line.iter().take(5) {
            if let Ok(Move::Play(point)) = text.parse::<Move>()
                && shown.is_empty(point)
                && !marks.line.iter().any(|(p, _)| *p == point)
            {
                marks.line.push((point, turn));
            }
            turn = turn.opponent();
        }
    }
    let tag = entry.tag(lexicon);
    let class = if entry.mistake { "bad" } else { "good" };
    let name = comment.names.first().map(|name| format!(" · {}", escape(name))).unwrap_or_default();
    let _ = write!(page, "<article class=\"moment\"><div>{}</div><div>", svg::board(&shown, &marks, &comment.text));
    let _ = write!(
        page,
        "<h3>{} · {} {}{name} <span class=\"tag {class}\">{}</span></h3><p>{}</p>",
        entry.number,
        escape(color_name),
        entry.mv,
        escape(&tag),
        escape(&comment.text)
    );
    let _ = write!(
        page,
        "<p class=\"figures\">{}: {} → {}</p></div></article>",
        escape(lexicon.word("review.graph_score")),
        margin(entry.score_before),
        margin(entry.score_after)
    );
}

/// `B+3.5` or `W+2.0`.
pub fn margin(score: f64) -> String {
    if score >= 0.0 { format!("B+{score:.1}") } else { format!("W+{:.1}", -score) }
}

fn table(page: &mut String, review: &GameReview, lexicon: &Lexicon) {
    let word = |key: &str| escape(lexicon.word(key));
    let _ = write!(page, "<details><summary>{}</summary><table><tr>", word("review.table"));
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
