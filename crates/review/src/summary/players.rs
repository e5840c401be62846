//! Who plays in which game, by the names in the records.

use gosedai_engine::ApiError;
use gosedai_records::{GameTree, Mode};

use crate::NamedGame;

/// More names are not listed.
const LISTED: usize = 20;

/// Black's name and White's; empty where the record has none.
pub fn names_in(record: &GameTree) -> [String; 2] {
    let info = record.info();
    [info.black, info.white].map(|side| side.name.map(|name| tidy(&name)).unwrap_or_default())
}

fn tidy(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Is it the same name? Small and capital letters are one, and so are several spaces.
pub fn is_name(name: &str, wanted: &str) -> bool {
    tidy(name).to_lowercase() == tidy(wanted).to_lowercase()
}

/// The games in which the player plays. Names nobody bears are an error that tells the names there are.
pub fn of_player(games: Vec<NamedGame>, player: &str) -> Result<Vec<NamedGame>, ApiError> {
    let mut names: Vec<String> = Vec::new();
    let mut own: Vec<NamedGame> = Vec::new();
    for game in games {
        let named = |error| ApiError::bad("sgf", format!("{}: {error}", game.name));
        let both = names_in(&gosedai_records::parse_first(&game.sgf, Mode::Lenient).map_err(named)?);
        if both.iter().any(|name| is_name(name, player)) {
            own.push(game);
        }
        for name in both {
            if !name.is_empty() && !names.iter().any(|other| is_name(other, &name)) {
                names.push(name);
            }
        }
    }
    if !own.is_empty() && !tidy(player).is_empty() {
        return Ok(own);
    }
    names.sort();
    let more = names.len().saturating_sub(LISTED);
    let mut list = names[..names.len() - more].join(", ");
    if more > 0 {
        list += &format!(" and {more} more");
    }
    let told = if names.is_empty() { "the records name nobody".into() } else { format!("the records name {list}") };
    Err(ApiError::bad("player", format!("no game has a player '{}': {told}", tidy(player))))
}
