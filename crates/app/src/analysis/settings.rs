//! `overrideSettings`: the few of KataGo's settings that mean something here.

use serde_json::Value;

use super::fields::{Fault, fault};

/// Whose share the answers give.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Perspective {
    #[default]
    Black,
    White,
    SideToMove,
}

#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub max_visits: Option<u64>,
    pub max_seconds: Option<f64>,
    pub perspective: Perspective,
    /// Names that mean nothing here.
    pub unknown: Vec<String>,
}

const FIELD: &str = "overrideSettings";
pub const MOST_VISITS: i64 = 1 << 50;

impl Settings {
    pub fn parse(value: Option<&Value>) -> Result<Settings, Fault> {
        let mut settings = Settings::default();
        let Some(value) = value else { return Ok(settings) };
        let object = value.as_object().ok_or_else(|| fault(FIELD, "overrideSettings must be an object"))?;
        for (name, value) in object {
            // KataGo reads settings as text, so clients write them either way
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match name.as_str() {
                "maxVisits" | "maxPlayouts" => {
                    let visits = text.parse::<i64>().ok().filter(|visits| (1..=MOST_VISITS).contains(visits));
                    let visits = visits.ok_or_else(|| {
                        fault(FIELD, format!("{name} must be a whole number from 1 to {MOST_VISITS}, not {text}"))
                    })? as u64;
                    settings.max_visits = Some(settings.max_visits.map_or(visits, |other| other.min(visits)));
                }
                "maxTime" => {
                    let seconds = text.parse::<f64>().unwrap_or(f64::NAN);
                    let seconds = gosedai_engine::numbers::seconds(name, seconds).map_err(|e| fault(FIELD, e))?;
                    settings.max_seconds = Some(seconds);
                }
                "reportAnalysisWinratesAs" => {
                    settings.perspective = match text.to_ascii_uppercase().as_str() {
                        "BLACK" => Perspective::Black,
                        "WHITE" => Perspective::White,
                        "SIDETOMOVE" => Perspective::SideToMove,
                        _ => return Err(fault(FIELD, format!("{name} must be BLACK, WHITE or SIDETOMOVE"))),
                    };
                }
                _ => settings.unknown.push(name.clone()),
            }
        }
        Ok(settings)
    }
}
