use super::*;
use gosedai_explain::Lang;

fn terms(reader: Rank) -> Terms {
    let mut lexicon = Lexicon::new(Lang::En);
    lexicon
        .add("gloss.atari = atari | one liberty is left | 10k | strings\ngloss.ko = ko | a repeated capture | 1k | ko");
    Terms::new(&lexicon, reader)
}

#[test]
fn a_word_is_explained_once_and_to_those_who_need_it() {
    let mut weak = terms(Rank::kyu(15));
    let words = |found: Vec<Term>| found.into_iter().map(|term| term.word).collect::<Vec<_>>();
    assert_eq!(words(weak.first_in("Atari at D4 in Tokyo; the koban.")), ["atari"]);
    assert_eq!(words(weak.first_in("Atari again, and a ko.")), ["ko"]);
    assert_eq!(words(terms(Rank::kyu(5)).first_in("atari and ko")), ["ko"]);
    assert!(terms(Rank::dan(1)).first_in("atari and ko").is_empty());
}
