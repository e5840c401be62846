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
fn what_rests_on_judged_stones_says_so_in_the_same_sentence() {
    for (language, condition) in
        [(Lang::En, "if the stones judged safe live"), (Lang::Ja, "安全と判断した石が活きていれば")]
    {
        let answer = asked(JUDGED, language);
        assert_eq!(answer.standing, Standing::Conditional);
        assert_eq!(answer.condition.as_deref(), Some(condition));
        assert!(!answer.reasons.is_empty());
        for sentence in &answer.reasons {
            assert!(sentence.starts_with(condition) && sentence.len() > condition.len() + 3, "{sentence}");
        }
        for region in answer.regions.iter().filter(|region| region.safety == "judged") {
            assert_eq!(region.standing, Standing::Conditional);
            assert!(region.reason.starts_with(condition), "{}", region.reason);
        }
        assert_eq!(serde_json::to_value(&answer).unwrap()["standing"], "conditional");
    }
}

#[test]
fn what_is_proved_is_said_without_a_condition() {
    let answer = asked(PROVED, Lang::En);
    assert_eq!((answer.standing, answer.proved, answer.condition), (Standing::Proved, true, None));
    assert!(answer.reasons.iter().all(|sentence| !sentence.starts_with("if ")), "{:?}", answer.reasons);
    assert!(answer.regions.iter().all(|region| region.standing == Standing::Proved));
}
