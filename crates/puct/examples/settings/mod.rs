//! Settings of the search by name, as the examples take them.

use gosedai_puct::Config;

/// The defaults with some of them changed.
pub fn changed(words: &[String]) -> Result<Config, String> {
    let mut config = Config::default();
    for word in words {
        let (key, value) = word.split_once('=').ok_or(format!("'{word}' is not NAME=VALUE"))?;
        let value: f32 = value.parse().map_err(|_| format!("'{value}' is no number"))?;
        match key {
            "exploration" => config.exploration = value,
            "exploration_growth" => config.exploration_growth = value,
            "unvisited_penalty" => config.unvisited_penalty = value,
            "score_share" => config.score_share = value,
            "score_reach" => config.score_reach = value,
            "exploration_by_spread" => config.exploration_by_spread = value,
            "root_unvisited_penalty" => config.root_unvisited_penalty = value,
            "centred_share" => config.centred_share = value,
            "bad_moves_count_less" => config.bad_moves_count_less = value,
            "worst_case_from" => config.worst_case_from = value,
            "transpositions" => config.transpositions = value != 0.0,
            "kept_prior" => config.kept_prior = value,
            "root_views" => config.root_views = value as usize,
            "playout_share" => config.playout_share = value,
            _ => return Err(format!("there is no setting '{key}'")),
        }
    }
    Ok(config)
}
