use super::*;
use crate::Lang;

fn asked(sgf: &str, language: Lang) -> EndgameAnswer {
    let game = GameInput { sgf: sgf.into(), ..GameInput::default() };
    let cx = Context { language, ..Context::default() };
    Endgame { game, ko: None, pictures: false }.run(&cx).unwrap()
}

/// Two walls without a single eye: nothing here is proved to live.
const JUDGED: &str = "(;SZ[9]KM[0]RU[Japanese]AB[da][db][dc][dd][de][df][dg][dh]AW[ea][eb][ec][ed][ee][ef][eg][eh])";
/// Each side has two eyes of one point and a wall that belongs to them; two points between the walls are open.
const PROVED: &str = "(;SZ[5]KM[0]RU[Japanese]AB[ab][bb][ba][bc][ad][bd][be]AW[ca][cb][cc][db][eb][dd][ed][cd][de])";

#[test]
fn what_is_not_proved_is_called_an_estimate() {
    for (language, condition, estimate) in [
        (Lang::En, "if the stones judged safe live", "an estimate"),
        (Lang::Ja, "安全と判断した石が活きていれば", "推定"),
    ] {
        let answer = asked(JUDGED, language);
        assert_eq!((answer.standing, answer.proved), (Standing::Conditional, false));
        assert_eq!(answer.condition.as_deref(), Some(condition));
        assert!(answer.reasons[0].contains(estimate), "{}", answer.reasons[0]);
        for region in &answer.regions {
            assert_eq!(region.standing, Standing::Conditional);
            assert!(region.reason.starts_with(condition), "{}", region.reason);
        }
        assert_eq!(serde_json::to_value(&answer).unwrap()["standing"], "conditional");
    }
}

/// The end of a real game that Black won by two points: counted, estimated and enclosed it must not contradict itself.
#[test]
fn a_real_game_is_estimated_and_never_enclosed_wrongly() {
    const GAME: &str = include_str!("../../../../examples/ear-reddening.sgf");
    for at in [285, 305, 325] {
        let game = GameInput { sgf: GAME.into(), move_number: Some(at), ..GameInput::default() };
        let answer = Endgame { game, ko: None, pictures: false }.run(&Context::default()).unwrap();
        let [low, high] = answer.score_interval;
        assert!(low <= 2.0 && 2.0 <= high, "move {at}: {low} to {high}");
        let estimate = answer.estimate.expect("not everything is proved");
        assert!((estimate.lead - 2.0).abs() <= 2.5 * estimate.within, "move {at}: {}", estimate.lead);
        assert_eq!(answer.score.is_some(), answer.complete);
        if let Some(score) = answer.score {
            assert!((score - estimate.lead).abs() <= estimate.within, "move {at}: {score} and {}", estimate.lead);
        }
        for place in &answer.borders {
            assert!(place.swing > 0.0 && place.gain > 0.0 && !place.reason.is_empty());
            let whole = place.tempo == "gote";
            assert!((place.swing - if whole { 2.0 } else { 1.0 } * place.gain).abs() <= 0.2, "{}", place.reason);
        }
    }
}

#[test]
fn what_is_proved_is_said_without_a_condition() {
    let answer = asked(PROVED, Lang::En);
    assert_eq!((answer.standing, answer.proved, answer.condition), (Standing::Proved, true, None));
    assert!(answer.reasons.iter().all(|sentence| !sentence.starts_with("if ")), "{:?}", answer.reasons);
    assert!(answer.regions.iter().all(|region| region.standing == Standing::Proved));
}
