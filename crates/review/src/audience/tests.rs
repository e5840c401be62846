use super::*;

#[test]
fn ranks_are_read_as_records_have_them() {
    for (text, rank) in
        [("15k", "15k"), ("3 kyu", "3k"), ("1d", "1d"), ("9p", "9d"), ("五段", "5d"), ("初段", "1d"), ("十二級", "12k")]
    {
        assert_eq!(text.parse::<Rank>().map(|rank| rank.to_string()), Ok(rank.to_string()), "{text}");
    }
    for bad in ["", "31k", "0d", "10d", "strong", "d", "-1k", "1", "999k", "段"] {
        assert_eq!(bad.parse::<Rank>(), Err(NoRank), "{bad}");
    }
    assert!(Rank::kyu(15) < Rank::kyu(1) && Rank::kyu(1) < Rank::dan(1));
}

#[test]
fn the_weaker_player_is_the_reader() {
    let record = |sgf: &str| gosedai_records::parse_first(sgf, gosedai_records::Mode::Lenient).unwrap();
    let rank = |sgf: &str| Audience::of_record(&record(sgf)).rank.to_string();
    assert_eq!(rank("(;BR[4d]WR[12k])"), "12k");
    assert_eq!(rank("(;BR[9p]WR[master])"), "9d");
    assert_eq!(rank("(;SZ[9])"), "1d");
}
