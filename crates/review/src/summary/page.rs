//! The summary as a page, in the look of the reports.

use std::fmt::Write as _;

use gosedai_explain::svg::escape;
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::plots::{self, Series};
use super::{Figures, PlayedGame, Summary};
use crate::accuracy::Phase;
use crate::html;

/// The style of a phase in the plots.
fn class(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middle => "middle",
        Phase::Endgame => "endgame",
    }
}

pub fn page(summary: &Summary, lexicon: &Lexicon) -> String {
    let title = Evidence::new("review.summary.title").arg("player", Arg::Text(summary.player.clone()));
    let mut page = html::head(&lexicon.sentence(&title.clone()), lexicon);
    let _ = write!(page, "<h1>{}</h1>", escape(&lexicon.sentence(&title)));
    for sentence in &summary.text {
        let _ = write!(page, "<p>{}</p>", escape(sentence));
    }
    over_time(&mut page, summary, lexicon);
    kinds(&mut page, summary, lexicon);
    games(&mut page, summary, lexicon);
    page.push_str("</body></html>\n");
    page
}

/// Loss a move and share within one point, game by game.
fn over_time(page: &mut String, summary: &Summary, lexicon: &Lexicon) {
    let labels: Vec<String> = summary
        .games
        .iter()
        .enumerate()
        .map(|(i, game)| if game.date.is_empty() { (i + 1).to_string() } else { game.date.chars().take(10).collect() })
        .collect();
    let plot = |page: &mut String, key: &str, of: &dyn Fn(&Figures) -> f64, percent: bool| {
        let title = lexicon.word(key);
        let whole = |game: &PlayedGame| Some(of(&game.figures));
        let values = summary.games.iter().map(whole).collect();
        let mut series = vec![Series { name: lexicon.word("review.accuracy_whole"), class: "whole", values }];
        for phase in Phase::ALL {
            let values = summary.games.iter().map(|game| game.phases.get(&phase).map(of)).collect();
            series.push(Series { name: lexicon.term(phase.term()), class: class(phase), values });
        }
        let _ = write!(page, "<h2>{}</h2>{}", escape(title), plots::lines(title, &labels, &series, percent));
    };
    plot(page, "review.summary.loss_plot", &|figures| figures.per_move, false);
    plot(page, "review.summary.within_plot", &|figures| figures.within_one, true);
}

/// The faults by kind and phase, as bars and as a table.
fn kinds(page: &mut String, summary: &Summary, lexicon: &Lexicon) {
    let worst = summary.worst();
    if worst.is_empty() {
        return;
    }
    let word = |key: &str| escape(lexicon.word(key));
    let title = lexicon.word("review.summary.kinds");
    let rows: Vec<(String, Vec<(&'static str, f64)>)> = worst
        .iter()
        .map(|(kind, faults)| {
            let parts = faults.phases.iter().map(|(&phase, count)| (class(phase), count.lost)).collect();
            (lexicon.term(kind.term()).to_string(), parts)
        })
        .collect();
    let _ = write!(page, "<h2>{}</h2>{}", escape(title), plots::bars(title, &rows));
    let _ = write!(page, "<table class=\"fit\"><tr><th></th><th>{}</th>", word("review.summary.col_times"));
    for phase in Phase::ALL {
        let _ =
            write!(page, "<th><span class=\"key {}\"></span>{}</th>", class(phase), escape(lexicon.term(phase.term())));
    }
    let _ = write!(page, "<th>{}</th></tr>", word("review.summary.col_points"));
    for (kind, faults) in worst {
        let _ = write!(page, "<tr><td>{}</td><td>{}</td>", escape(lexicon.term(kind.term())), faults.count);
        for phase in Phase::ALL {
            let _ = write!(page, "<td>{}</td>", faults.phases.get(&phase).map_or(0, |count| count.count));
        }
        let _ = write!(page, "<td>{:.0}</td></tr>", faults.lost);
    }
    page.push_str("</table>");
}

/// The games with their figures and reports.
fn games(page: &mut String, summary: &Summary, lexicon: &Lexicon) {
    let word = |key: &str| escape(lexicon.word(key));
    let _ = write!(page, "<h2>{}</h2><table class=\"fit\"><tr>", word("review.summary.games"));
    for key in ["date", "opponent", "side", "result", "loss"] {
        let _ = write!(page, "<th>{}</th>", word(&format!("review.summary.col_{key}")));
    }
    for phase in Phase::ALL {
        let _ = write!(page, "<th>{}</th>", escape(lexicon.term(phase.term())));
    }
    let _ = write!(page, "<th>{}</th></tr>", word("review.summary.col_within"));
    for game in &summary.games {
        let name = escape(if game.date.is_empty() { &game.title } else { &game.date });
        let name = match &game.report {
            Some(report) => format!("<a href=\"{}\">{name}</a>", html::link(report)),
            None => name,
        };
        let _ = write!(
            page,
            "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td>",
            escape(&game.opponent),
            word(&format!("color.{}", game.color)),
            escape(&game.result),
            game.figures.per_move
        );
        for phase in Phase::ALL {
            let loss = game.phases.get(&phase).map_or("–".to_string(), |part| format!("{:.2}", part.per_move));
            let _ = write!(page, "<td>{loss}</td>");
        }
        let _ = write!(page, "<td>{:.0} %</td></tr>", 100.0 * game.figures.within_one);
    }
    page.push_str("</table>");
}
