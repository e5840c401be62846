//! GIB and NGF files, made up after the form of real ones.

use gosedai_records::formats::{parse_gib, parse_ngf};
use gosedai_records::*;

const GIB: &str = "\\HS\r
\\[GIBOKIND=Korea\\]\r
\\[GAMECONDITION=Even\\]\r
\\[GAMENAME=친선 대국\\]\r
\\[GAMEDATE=2020- 6-14- 1-26-14\\]\r
\\[GAMEPLACE=타이젬 바둑\\]\r
\\[GAMEWHITENAME=white one (2D)\\]\r
\\[GAMEBLACKNAME=흑돌(3단)\\]\r
\\[GAMECOMMENT=\\]\r
\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:0,GTIME:600-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:5,AUSZ:0\\]\r
\\[GAMETAG=S0,R0,D0,G65,W1,Z35,T30-3-600,\t\tC2020:06:14:01:26,I:x,L:19\\]\r
\\HE\r
\\GS\r
2 5 0\r
6 0 &4\r
INI 0 1 0 &4 \r
STO 0 2 1 15 3 \r
STO 0 3 2 3 15 \r
STO 0 4 1 18 0 \r
SKI 0 5 \r
SKI 0 6 \r
\\GE\r
";

#[test]
fn a_gib_file() {
    let game = parse_gib(GIB).unwrap();
    assert_eq!(
        game.to_sgf(),
        "(;FF[4]GM[1]SZ[19]GN[친선 대국]DT[2020-06-14]PC[타이젬 바둑]PW[white one]WR[2d]PB[흑돌]BR[3d]KM[6.5]RE[W+3.5]\
         ;B[pd];W[dp];B[sa];W[];B[])"
    );
    let (bytes, _, _) = encoding_rs::EUC_KR.encode(GIB);
    let records = read_games(&bytes, ReadOptions { framing: Framing::Gib, ..Default::default() }).unwrap();
    assert_eq!((records[0].encoding, records[0].game.to_sgf()), ("EUC-KR", game.to_sgf()));
}

#[test]
fn gib_handicap_and_results() {
    let with = |ini: &str, result: &str| {
        let text = GIB.replace("INI 0 1 0 &4", ini).replace("GRLT:1,ZIPSU:35", result).replace("W1,Z35", "");
        parse_gib(&text).unwrap()
    };
    let game = with("INI 0 1 5 &4", "GRLT:3,ZIPSU:0");
    assert_eq!(game.root().raw("HA"), Some("5"));
    assert_eq!(game.root().raw_values("AB").collect::<Vec<_>>(), ["pd", "dp", "pp", "dd", "jj"]);
    for (code, result) in [("3", "B+R"), ("4", "W+R"), ("7", "B+T"), ("8", "W+T")] {
        assert_eq!(with("INI", &format!("GRLT:{code},ZIPSU:0")).root().raw("RE"), Some(result));
    }
    assert_eq!(with("INI x y z", "GRLT:99,ZIPSU:0").root().raw("RE"), None);
}

#[test]
fn broken_gib_files_say_where() {
    let broken = GIB.replace("STO 0 3 2 3 15", "STO 0 3 2 19 15");
    assert_eq!(
        parse_gib(&broken).unwrap_err().to_string(),
        "line 18, column 1: the move \"STO 0 3 2 19 15\" cannot be understood"
    );
    assert_eq!(parse_gib("(;B[aa])").unwrap_err().to_string(), "line 1, column 1: this is not a GIB file");
    let size = GIB.replace("GBKIND:3", "GBKIND:3,LINE:0");
    assert_eq!(
        parse_gib(&size).unwrap_err().to_string(),
        "line 10, column 1: the header field LINE holds \"0\", which cannot be understood"
    );
}

const NGF: &str = "Rated game
19
white       9DP
black       7D*
www.cyberoro.com
0
0
6
20170316 [09:37]
5
White wins by  resign!
3
PMABBREER
PMACWBTTB
PMADBAAAA
";

const BROADCAST: &str = "GI韩国十段战
GI朴承华 初段
GI李载雄 五段
GI
GI
GI2006-9-5
GI19
GI0
GI0
GI6
GI2
PMABBREER
PMACWEEEE
GI1
IDB[2] 黑中盘胜(现场消息)[EndTxt]
";

#[test]
fn ngf_files() {
    assert_eq!(
        parse_ngf(NGF).unwrap().to_sgf(),
        "(;FF[4]GM[1]SZ[19]GN[Rated game]PB[black]BR[7d]PW[white]WR[9p]KM[6.5]DT[2017-03-16]RE[W+R];B[qd];W[as];B[])"
    );
    let handicap = NGF.replacen("com\n0\n0\n6", "com\n2\n0\n0", 1);
    let game = parse_ngf(&handicap).unwrap();
    assert_eq!((game.handicap(), game.komi()), (Some(2), Some(0.0)));
    assert_eq!(
        parse_ngf(BROADCAST).unwrap().to_sgf(),
        "(;FF[4]GM[1]SZ[19]EV[韩国十段战]PB[李载雄]BR[五段]PW[朴承华]WR[初段]KM[6.5]DT[2006-09-05]RE[B+R];B[qd];W[dd])"
    );
    let (bytes, _, _) = encoding_rs::GB18030.encode(BROADCAST);
    let records = read_games(&bytes, ReadOptions { framing: Framing::Ngf, ..Default::default() }).unwrap();
    assert_eq!(records[0].encoding, "gb18030");
}

#[test]
fn broken_ngf_files_say_where() {
    assert_eq!(parse_ngf("hello").unwrap_err().to_string(), "line 1, column 1: this is not a NGF file");
    let bad = NGF.replace("PMACWBTTB", "PMACWZZZZ");
    assert_eq!(
        parse_ngf(&bad).unwrap_err().to_string(),
        "line 14, column 1: the move \"PMACWZZZZ\" cannot be understood"
    );
    let bad = NGF.replacen("19", "99999", 1);
    assert_eq!(
        parse_ngf(&bad).unwrap_err().to_string(),
        "line 2, column 1: the header field size holds \"99999\", which cannot be understood"
    );
}
