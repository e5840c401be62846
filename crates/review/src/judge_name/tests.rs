use gosedai_engine::{Context, Lang};

use super::*;

fn said(engine: Judge, limit: Limit, name: &str, language: Lang) -> String {
    let cx = Context { language, ..Context::default() };
    let judging = Judging { engine, limit, threads: 1, seed: 1 };
    words(&judging, name, cx.knowledge().unwrap().lexicon(language))
}

#[test]
fn the_judge_is_named_in_words() {
    let half = Limit { playouts: None, seconds: Some(0.5) };
    let network = || Judge::BuiltIn("puct".into());
    assert_eq!(said(network(), half, "puct", Lang::En), "the built-in network (0.5 s a position)");
    let japanese = said(network(), half, "puct", Lang::Ja);
    assert!(japanese.contains("0.5") && !japanese.contains("puct"), "{japanese}");
    let visits = Limit { playouts: Some(40), seconds: None };
    let outside = Judge::External("katago gtp".into());
    assert_eq!(said(outside, visits, "KataGo 1.16", Lang::En), "KataGo 1.16 (40 visits a position)");
    assert_eq!(
        said(Judge::BuiltIn("uct".into()), visits, "uct", Lang::En),
        "the built-in search with playouts (40 playouts a position)"
    );
}

#[test]
fn an_engine_that_does_not_tell_its_name_goes_by_its_program() {
    assert_eq!(of(&Judge::External("no-such-folder/engine.sh analysis".into())), "engine");
}
