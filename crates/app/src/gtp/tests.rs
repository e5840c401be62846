//! Conversations: what goes in, what must come out; and ten thousand random lines.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex};

use gosedai_board::{Move, Position, Rng};
use gosedai_engine::players::{Analysis, Choice, FirstSight, Limit, MoveInfo, Owners, Player, PlayerOptions, Question};
use gosedai_engine::{ApiError, Context};

use super::*;

/// Lines known beforehand; `patience` questions whether one is waiting are answered with no first.
struct Script {
    lines: VecDeque<Vec<u8>>,
    patience: usize,
}

impl Input for Script {
    fn next_line(&mut self) -> Option<Vec<u8>> {
        self.lines.pop_front()
    }
    fn is_waiting(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn session(lines: Vec<Vec<u8>>, patience: usize) -> (Session, Shared) {
    let written = Shared::default();
    let options = PlayerOptions { engine: "random".to_owned(), ..PlayerOptions::default() };
    let input = Script { lines: lines.into(), patience };
    let output = Output::new(written.clone());
    let session = Session::new(options, Context::default(), Box::new(input), output, Running::default()).unwrap();
    (session, written)
}

fn talk_with(prepare: impl FnOnce(&mut Session), text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().as_bytes().to_vec()).collect();
    let (mut session, written) = session(lines, 3);
    prepare(&mut session);
    session.run();
    let bytes = written.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

fn talk(text: &str) -> String {
    talk_with(|_| {}, text)
}

/// The answers alone, without the empty lines.
fn answers(text: &str) -> Vec<String> {
    talk(text).split("\n\n").map(str::to_owned).filter(|answer| !answer.is_empty()).collect()
}

#[test]
fn administration() {
    assert_eq!(
        talk("1 protocol_version\nname\n\n# nothing\n2 known_command play\nknown_command fly\n3 fly\n99\nquit\nname"),
        "=1 2\n\n= Gosedai\n\n=2 true\n\n= false\n\n?3 unknown command\n\n?99 unknown command\n\n=\n\n"
    );
    let listed = talk("list_commands");
    for name in [
        "boardsize",
        "clear_board",
        "komi",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "play",
        "genmove",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "reg_genmove",
        "showboard",
        "cputime",
        "lz-analyze",
        "kata-analyze",
        "lz-genmove_analyze",
        "gogui-analyze_commands",
        "set_position",
        "kata-set-rules",
        "is_legal",
        "trymove",
        "popgo",
        "countlib",
        "findlib",
        "worm_stones",
        "black",
        "white",
        "increase_depths",
        "decrease_depths",
    ] {
        assert!(listed.contains(&format!("\n{name}\n")) || listed.starts_with(&format!("= {name}\n")), "{name}");
    }
}

#[test]
fn playing_and_taking_back() {
    assert_eq!(
        answers(
            "boardsize 9\nplay b e5\nplay white E5\nplay w J10\nplay w z\nplay green E4\nplay W pass\nplay b\n\
             move_history\nlast_move\nundo\nundo\nundo\ngg-undo x\nundo 7\nis_legal b E5\ncolor E5"
        ),
        [
            "=",
            "=",
            "? illegal move",
            "? illegal move",
            "? syntax error",
            "? syntax error",
            "=",
            "? syntax error",
            "= white pass\nblack E5",
            "= white pass",
            "=",
            "=",
            "? cannot undo",
            "? syntax error",
            "? cannot undo",
            "= 1",
            "= empty",
        ]
    );
}

#[test]
fn sizes_and_komi() {
    assert_eq!(
        answers(
            "boardsize 1\nboardsize 25\nboardsize 26\nboardsize 0\nboardsize -3\nboardsize\nboardsize 99999999999999999999\n\
             rectangular_boardsize 9 5\nplay b J5\nplay w J6\nkomi 5.5\nget_komi\nkomi nan\nkomi x\nkomi -3\nget_komi"
        ),
        [
            "=",
            "=",
            "? unacceptable size",
            "? unacceptable size",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "=",
            "? illegal move",
            "=",
            "= 5.5",
            "? komi must be a number of points from -1000 to 1000, not NaN",
            "? syntax error",
            "=",
            "= -3",
        ]
    );
}

#[test]
fn handicap() {
    assert_eq!(
        answers(
            "fixed_handicap 3\nfixed_handicap 2\nclear_board\nfixed_handicap 1\nfixed_handicap 10\nset_free_handicap D4 D4\n\
             set_free_handicap D4\nset_free_handicap D4 Z99\nset_free_handicap D4 Q16 K10\nget_handicap\nis_legal w D4\n\
             clear_board\nboardsize 6\nfixed_handicap 2\nplace_free_handicap 36\nplace_free_handicap 2\nget_handicap"
        ),
        [
            "= D4 Q16 D16",
            "? board not empty",
            "=",
            "? invalid number of stones",
            "? invalid number of stones",
            "? bad vertex list",
            "? bad vertex list",
            "? bad vertex list",
            "=",
            "= 3",
            "= 0",
            "=",
            "=",
            "? invalid number of stones",
            "? invalid number of stones",
            "= C3 E5",
            "= 2",
        ]
    );
    let placed = answers("place_free_handicap 20");
    let points: std::collections::HashSet<&str> = placed[0][2..].split(' ').collect();
    assert_eq!(points.len(), 20, "{placed:?}");
}

#[test]
fn positions_captures_and_trying_out() {
    assert_eq!(
        answers(
            "boardsize 5\nset_position b A2 b B1 w A1\nset_position b A2 b B2 b C1 w B1 w A1\nset_position b A2 b B2 w B1\n\
             trymove b C1\ntrymove b A1\ncaptures black\ncountlib B2\nfindlib A2\npopgo\npopgo\npopgo\ncountlib E5\n\
             worm_stones B2\nlist_stones white\nset_position b A2 b A2\nset_position b\nset_position\nlist_stones black"
        ),
        [
            "=",
            "? invalid position: a stone at A1 would have no liberty (suicide)",
            "? invalid position: a stone at A1 would have no liberty (suicide)",
            "=",
            "=",
            "=",
            "= 1",
            "= 4",
            "= B1 C2 A3 B3",
            "=",
            "=",
            "? stack empty",
            "? vertex must not be empty",
            "= B2 A2",
            "= B1",
            "? invalid position: a point is given twice",
            "? syntax error",
            "=",
            "=",
        ]
    );
}

#[test]
fn rules_and_scores() {
    // Black lives in two eyes on the left, a dead white stone inside; white owns the rest.
    let board = "boardsize 7\nkomi 0.5\nset_position b B1 b B2 b B3 b B4 b B5 b B6 b B7 b A4 w A1 w D4 \
                 w C1 w C2 w C3 w C4 w C5 w C6 w C7 w E1 w E2 w E3 w E4 w E5 w E6 w E7";
    let after = |commands: &str| answers(&format!("{board}\n{commands}"))[3..].to_vec();
    assert_eq!(
        after(
            "kata-set-rules chinese\nfinal_score\nfinal_status A1\nfinal_status D4\nfinal_status A2\nfinal_status G7\nfinal_status_list dead"
        ),
        ["=", "= W+21.5", "= dead", "= alive", "= black_territory", "= white_territory", "= A1"]
    );
    assert_eq!(
        after("kata-set-rules japanese\nfinal_score\nkata-get-rules\nkata-set-rules martian\nfinal_status_list pink"),
        [
            "=",
            "= W+13.5",
            r#"= {"ko":"SIMPLE","scoring":"TERRITORY","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}"#,
            "? 'martian' is not a rule set: write chinese, japanese, aga, tromp-taylor, new-zealand, pure-go or afure",
            "? syntax error",
        ]
    );
    assert_eq!(
        after(
            "kata-set-rules {\"ko\":\"SITUATIONAL\",\"scoring\":\"TERRITORY\",\"suicide\":true}\nfinal_score\nkata-set-rule ko SIMPLE\nkata-set-rule ko WILD\nkata-set-rules {"
        ),
        [
            "=",
            "= W+13.5",
            "=",
            "? the rule ko cannot be \"WILD\" here",
            "? the rules are no JSON: EOF while parsing an object at line 1 column 1"
        ]
    );
}

#[test]
fn time_commands() {
    assert_eq!(
        answers(
            "time_settings 600 30 5\ntime_left b 10.5 0\ntime_left w 30 5\ntime_settings 0 0 0\ntime_settings 1\n\
             time_settings -1 0 0\ntime_settings inf 0 0\nkgs-time_settings byoyomi 600 30 5\nkgs-time_settings none\n\
             kgs-time_settings lunar\ntime_left b x 0"
        ),
        [
            "=",
            "=",
            "=",
            "=",
            "? syntax error",
            "? seconds must be a number of seconds from 0 to 1000000000, not -1.0",
            "? seconds must be a number of seconds from 0 to 1000000000, not inf",
            "=",
            "=",
            "? syntax error",
            "? syntax error"
        ]
    );
    assert!(answers("cputime")[0][2..].parse::<f64>().unwrap() >= 0.0);
}

#[test]
fn generating_moves() {
    let found = answers("boardsize 2\ngenmove b\nreg_genmove w\ngenmove purple\ngenmove w\nmove_history");
    assert!(found[1].starts_with("= ") && found[3] == "? syntax error");
    assert_eq!(found[5].lines().count(), 2);
}

#[test]
fn records() {
    let folder = std::env::temp_dir().join(format!("gosedai gtp {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a game.sgf");
    std::fs::write(&file, "(;SZ[9]KM[3.5]RU[Japanese];B[ee];W[cc];B[gg](;W[gc])(;W[cg]))").unwrap();
    let path = file.display();
    assert_eq!(
        answers(&format!(
            "loadsgf {path}\nmove_history\nget_komi\nget_rules\nloadsgf {path} 3\nmove_history\nloadsgf {path} C7\nmove_history\n\
             loadsgf {path} 1\nloadsgf {path} 99\nloadsgf\nloadsgf nowhere.sgf 3"
        )),
        [
            "= black",
            "= white G7\nblack G3\nwhite C7\nblack E5",
            "= 3.5",
            "= japanese",
            "= black",
            "= white C7\nblack E5",
            "= white",
            "= black E5",
            "= black",
            "= black",
            "? syntax error",
            "? cannot load file: cannot read nowhere.sgf: No such file or directory (os error 2)",
        ]
    );
    std::fs::write(&file, "(;SZ[9:5]AB[aa]PL[W];W[ie])").unwrap();
    assert_eq!(
        answers(&format!("loadsgf {path} 1\nlist_stones black\nplay w J1\nprintsgf"))[..],
        ["= white", "= A5", "=", "= (;FF[4]GM[1]CA[UTF-8]SZ[9:5]KM[7.5]RU[chinese]AB[aa]PL[W];W[ie])"]
    );
    std::fs::write(&file, "(;SZ[9];B[ee];W[ee])").unwrap();
    assert_eq!(
        answers(&format!("loadsgf {path}"))[0],
        "? cannot load file: line 1, column 15: move 2, white E5, cannot be played: E5 is occupied"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Thinks in steps and knows two moves.
struct Thinker;

impl Player for Thinker {
    fn name(&self) -> &'static str {
        "thinker"
    }
    fn choose(&mut self, _: &Position, _: Limit, _: &Context) -> Result<Choice, ApiError> {
        Ok(Choice::play(Move::Pass))
    }
    fn analyse(
        &mut self,
        position: &Position,
        question: &Question,
        _: &Context,
        report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        let limit = question.limit;
        let owners = || Owners { mean: vec![0.5; 9], stdev: vec![0.25; 9] };
        let info = |mv: &str, order: usize| MoveInfo {
            visits: 100,
            win_rate: 0.5,
            lcb: 0.402,
            utility_lcb: -0.1,
            score: Some(2.0),
            score_stdev: Some(9.0),
            prior: 0.25,
            pv: vec![mv.parse().unwrap(), Move::Pass],
            pv_visits: vec![100, 40],
            owners: question.owners.then(owners),
            ..MoveInfo::new(mv.parse().unwrap(), order)
        };
        let mut moves = vec![info("B2", 1), info("C3", 0)];
        moves.retain(|info| question.restrictions.permits(position.to_play(), info.mv, 0));
        let analysis = Analysis {
            visits: 200,
            win_rate: 0.5,
            score: Some(2.0),
            score_stdev: Some(9.0),
            first_sight: Some(FirstSight { win_rate: 0.5, score: 0.0, score_stdev: 9.0 }),
            moves,
            ownership: Some((0..9).map(|i| i as f32 / 8.0).collect()),
            ownership_stdev: question.owners.then(|| vec![0.125; 9]),
            ..Analysis::new(position.to_play())
        };
        let mut steps = 0;
        while report(&analysis) && (limit.seconds.is_none() || steps < 5) {
            steps += 1;
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Ok(analysis)
    }
}

#[test]
fn analysis_goes_on_until_the_next_line() {
    let with = |text: &str| talk_with(|session| session.player = Box::new(Thinker), text);
    assert_eq!(
        with("boardsize 3\n5 lz-analyze w 100000\nname"),
        "=\n\n=5\ninfo move C3 visits 100 winrate 5000 prior 2500 lcb 4020 order 0 pv C3 pass \
         info move B2 visits 100 winrate 5000 prior 2500 lcb 4020 order 1 pv B2 pass\n\n= Gosedai\n\n"
    );
    assert_eq!(
        with("boardsize 3\nkata-analyze w interval 100000 maxmoves 1 ownership true"),
        "=\n\n=\ninfo move C3 visits 100 edgeVisits 100 utility 0.000000 winrate 0.500000 scoreMean -2.00 scoreStdev 9.00 \
         scoreLead -2.00 scoreSelfplay -2.00 prior 0.250000 lcb 0.402000 utilityLcb -0.100000 weight 100 order 0 pv C3 pass \
         ownership -0.750 -0.875 -1.000 -0.375 -0.500 -0.625 -0.000 -0.125 -0.250\n\n"
    );
    // Restrictions, and errors before anything is written.
    assert!(with("boardsize 3\nkata-analyze b 9999 avoid b C3 1").contains("\ninfo move B2"));
    assert!(with("boardsize 3\nlz-analyze 9999 allow b B2,A1 1").contains("\ninfo move B2"));
    for wrong in
        ["b x", "9 avoid b C3 0", "9 avoid b Z9 1", "9 allow b C3 1 allow b B2 1", "9 allow b C3 1 avoid b B2 1"]
    {
        assert_eq!(with(&format!("boardsize 3\nkata-analyze {wrong}")), "=\n\n? syntax error\n\n", "{wrong}");
    }
    // An empty line would end the answer before its time.
    assert_eq!(with("boardsize 3\nkata-analyze b 9 maxmoves 0 rootInfo true\nname"), "=\n\n=\n\n= Gosedai\n\n");
    assert_eq!(with("boardsize 3\nkata-analyze b 9 allow b A1 1\nname"), "=\n\n=\n\n= Gosedai\n\n");
    // Leela Zero's form has no place for KataGo's words.
    assert_eq!(with("lz-analyze 9 rootInfo true"), "? syntax error\n\n");
    assert_eq!(with("kata-analyze 9 rootInfo maybe"), "? syntax error\n\n");
    assert_eq!(with("lz-analyze avoid b"), "? syntax error\n\n");
    assert_eq!(talk("lz-analyze 10"), "? the player 'random' cannot analyse\n\n");
    let played = with("boardsize 3\nlz-genmove_analyze b 100000\nlist_stones b");
    assert!(played.ends_with("\nplay C3\n\n= C3\n\n"), "{played}");
    let played = talk("boardsize 2\nlz-genmove_analyze b 1\n");
    assert!(played.starts_with("=\n\n=\nplay "), "{played}");
}

#[test]
fn sabaki_reads_whole_numbers_and_the_lead() {
    let with = |text: &str| talk_with(|session| session.player = Box::new(Thinker), text);
    assert_eq!(
        with("boardsize 3\nanalyze b 100000 maxmoves 1"),
        "=\n\n=\ninfo move C3 visits 100 winrate 5000 scoreLead 2.00 prior 2500 lcb 4020 order 0 pv C3 pass\n\n"
    );
}

#[test]
fn what_is_asked_for_beside_the_moves_is_sent() {
    let with = |text: &str| talk_with(|session| session.player = Box::new(Thinker), text);
    let told = with(
        "boardsize 3\nkata-analyze b 100000 maxmoves 1 pvVisits true pvEdgeVisits true movesOwnership true \
         movesOwnershipStdev true rootInfo true ownership true ownershipStdev true noResultValue true",
    );
    for (word, values) in [
        ("pvVisits", "100 40 pvEdgeVisits"),
        ("pvEdgeVisits", "100 40 movesOwnership"),
        ("movesOwnership", &"0.500 ".repeat(9)),
        ("movesOwnershipStdev", &"0.250 ".repeat(9)),
        ("rootInfo", "visits 200 utility 0.000000 winrate 0.500000 scoreMean 2.00 scoreStdev 9.00 scoreLead 2.00"),
        ("ownership", "0.750 0.875 1.000 0.375 0.500 0.625 0.000 0.125 0.250 ownershipStdev"),
        ("ownershipStdev", &["0.125"; 9].join(" ")),
        ("noResultValue", "0 prior"),
    ] {
        assert!(told.contains(&format!(" {word} {values}")), "{word} {values}: {told}");
    }
}

#[test]
fn restrictions_reach_the_search() {
    for engine in ["puct", "uct", "uct-plain", "knowledge"] {
        let told = talk_with(
            |session| {
                session.options =
                    PlayerOptions { engine: engine.into(), playouts: Some(40), ..PlayerOptions::default() };
                session.player = players::create(&session.options, &session.context).unwrap();
            },
            "boardsize 5\nkata-genmove_analyze b 100000 allow b C3,B2 1\nlist_stones b",
        );
        assert!(told.ends_with("= C3\n\n") || told.ends_with("= B2\n\n"), "{engine}: {told}");
        let shown = told.lines().find(|line| line.starts_with("info move")).unwrap();
        let moves: Vec<&str> = shown.split("info move ").filter_map(|part| part.split(' ').next()).collect();
        assert!(moves.iter().all(|mv| ["", "C3", "B2"].contains(mv)), "{engine}: {moves:?}");
    }
}

#[test]
fn settings_by_their_names_in_katago() {
    assert_eq!(
        answers(
            "kata-list-params\nkata-get-param maxVisits\nkata-set-param maxVisits 300\nkata-get-param maxVisits\n\
             kata-set-param maxTime 2.5\nkata-set-params {\"maxVisits\":\"7\",\"numSearchThreads\":2}\nkata-get-params\n\
             kata-set-params {\"maxVisits\":9,\"maxTime\":-1}\nkata-get-param maxVisits\nkata-set-param maxVisits\n\
             kata-get-param maxVisits\nkata-set-param maxVisits 0\nkata-set-param fly 1\nkata-get-param fly\nkata-get-param"
        ),
        [
            "= maxVisits maxPlayouts maxTime numSearchThreads ponderingEnabled",
            "=",
            "=",
            "= 300",
            "=",
            "=",
            "= {\"maxVisits\":\"7\",\"maxPlayouts\":\"7\",\"maxTime\":\"2.5\",\"numSearchThreads\":\"2\",\"ponderingEnabled\":\"false\"}",
            "? maxTime must be a number of seconds greater than 0 and at most 1000000000, not -1.0",
            "= 7",
            "=",
            "=",
            "? maxVisits must be a whole number from 1 on, not '0'",
            "? there is no setting 'fly': choose one of maxVisits, maxPlayouts, maxTime, numSearchThreads, ponderingEnabled",
            "? there is no setting 'fly': choose one of maxVisits, maxPlayouts, maxTime, numSearchThreads, ponderingEnabled",
            "? syntax error",
        ]
    );
    assert_eq!(
        answers(
            "kata-list_time_settings\nkata-time_settings fischer 60 5\nkata-time_settings fischer-capped 60 5 -1 20\n\
             kata-time_settings fischer 60\nkgs-rules japanese\nget_rules\nkata-get-models\n\
             lz-setoption name Visits value 50\nlz-setoption name Visits value 0\nlz-setoption name Pondering value true\n\
             lz-setoption name Lagbuffer value 3\nlz-setoption Visits 3"
        ),
        [
            "= none absolute byoyomi canadian fischer fischer-capped",
            "=",
            "=",
            "? syntax error",
            "=",
            "= japanese",
            "= []",
            "=",
            "=",
            "=",
            "? there is no option 'Lagbuffer'",
            "? syntax error",
        ]
    );
    assert!(talk("lz-setoption").contains("\noption name Playouts type spin default 0 min 0 max 1000000000\n"));
}

#[test]
fn the_network_by_itself() {
    let told =
        talk("boardsize 3\nplay b b2\nkata-raw-nn 0\nkata-raw-nn b 5\nkata-raw-nn all\nkata-raw-nn 8\nkata-raw-nn\n");
    let parts: Vec<&str> = told.split("\n\n").filter(|part| !part.is_empty()).collect();
    let value = |part: &str, key: &str| -> f64 {
        part.lines()
            .find_map(|line| line.trim_start_matches("= ").strip_prefix(&format!("{key} ")))
            .unwrap()
            .parse()
            .unwrap()
    };
    let first = parts[2];
    assert!(first.starts_with("= symmetry 0\nwhiteWin "), "{first}");
    assert!((value(first, "whiteWin") + value(first, "whiteLoss") - 1.0).abs() < 1e-5);
    assert!(value(first, "whiteScoreSelfplaySq") >= value(first, "whiteLead").powi(2) - 0.1);
    let policy: Vec<&str> = first.lines().skip_while(|line| *line != "policy").skip(1).take(3).collect();
    assert!(policy.iter().all(|row| row.split(' ').count() == 3), "{policy:?}");
    assert_eq!(policy[1].split(' ').nth(1), Some("NAN"), "a stone stands there");
    assert_eq!(first.lines().skip_while(|line| *line != "whiteOwnership").count(), 4);
    assert!(parts[3].starts_with("= symmetry 5\n"));
    assert_eq!(parts[4].matches("symmetry ").count(), 8);
    assert!(parts[5].starts_with("? ") && parts[6].starts_with("? "));
}

#[test]
fn names_for_programs_that_want_others() {
    let told = talk_with(
        |session| {
            session.name = Some("KataGo (Gosedai)".into());
            session.version = Some("1.16.0".into());
        },
        "name\nversion",
    );
    assert_eq!(told, "= KataGo (Gosedai)\n\n= 1.16.0\n\n");
}

#[test]
fn own_moves_are_commented_where_somebody_listens() {
    for (engine, channel, mark) in
        [("knowledge", comments::Channel::Main, "MAIN: "), ("puct", comments::Channel::Malkovich, "MALKOVICH: ")]
    {
        let errors = Shared::default();
        let told = talk_with(
            |session| {
                session.options =
                    PlayerOptions { engine: engine.into(), playouts: Some(2), ..PlayerOptions::default() };
                session.player = players::create(&session.options, &session.context).unwrap();
                session.comments = Some(channel);
                session.errors = Output::new(errors.clone());
            },
            "boardsize 9\nplay b c3\nplay w g7\ngenmove b",
        );
        let mv = told.trim().rsplit("= ").next().unwrap().to_owned();
        let said = String::from_utf8(errors.0.lock().unwrap().clone()).unwrap();
        assert!(said.starts_with(&format!("{mark}{mv}. ")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.chars().count() < 420);
    }
}

#[test]
fn layers_for_gogui() {
    let with = |text: &str| talk_with(|session| session.player = Box::new(Thinker), text);
    let layers = with("gogui-analyze_commands");
    assert!(layers.contains("gfx/Candidate moves/gosedai-candidates\n"));
    for line in layers[2..].trim().lines() {
        assert_eq!(line.split('/').count(), 3, "{line}");
    }
    assert_eq!(
        with("boardsize 3\ngosedai-candidates"),
        "=\n\n= LABEL C3 50\nLABEL B2 50\nVAR b C3 b pass\nTEXT C3 50.0% after 200 visits\n\n"
            .replace("b pass", "w pass")
    );
    assert_eq!(with("boardsize 3\ngosedai-ownership"), "=\n\n=\n0.75 0.88 1.00\n0.38 0.50 0.62\n0.00 0.12 0.25\n\n");
    assert_eq!(
        answers(
            "boardsize 5\ngogui-setup b A1 w B2\ngogui-setup_player w\ngogui-play_sequence w C3 b C4\nmove_history\ngogui-play_sequence b E5 w E5\nmove_history"
        ),
        ["=", "=", "=", "=", "= black C4\nwhite C3", "? illegal move", "= black C4\nwhite C3"]
    );
    assert_eq!(
        answers("gosedai-param\ngosedai-param playouts 500\ngosedai-param komi 3\ngosedai-param\ngosedai-param x 1")
            [1..],
        [
            "=",
            "=",
            "= [string] playouts 500\n[string] seconds 0\n[string] rules chinese\n[string] komi 3",
            "? there is no setting 'x'"
        ]
    );
}

#[test]
fn ten_thousand_random_lines() {
    let commands: Vec<&str> = TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name).collect();
    // These wait, read files or end the conversation.
    let left_out = ["quit", "loadsgf", "echo_err"];
    let words = [
        "b",
        "w",
        "black",
        "white",
        "A1",
        "D4",
        "T19",
        "Z25",
        "I5",
        "pass",
        "resign",
        "0",
        "1",
        "2",
        "7",
        "9",
        "19",
        "25",
        "26",
        "-1",
        "1e99",
        "nan",
        "inf",
        "99999999999999999999",
        "",
        "#",
        "dead",
        "alive",
        "seki",
        "japanese",
        "{\"ko\":\"SIMPLE\"}",
        "{",
        "interval",
        "avoid",
        "allow",
        "ownership",
        "true",
        "maxmoves",
        "absolute",
        "byoyomi",
        "\t",
        "é",
        "\u{1}",
        "碁",
        "playouts",
        "rules",
    ];
    let mut rng = Rng::new(2026);
    let mut lines: Vec<Vec<u8>> = vec![b"boardsize 5".to_vec()];
    while lines.len() < 10_000 {
        let mut line = Vec::new();
        if rng.below(8) == 0 {
            line.extend(rng.below(1000).to_string().bytes().chain([b' ']));
        }
        match rng.below(12) {
            0 => line.extend((0..rng.below(40)).map(|_| rng.below(256) as u8).filter(|&byte| byte != b'\n')),
            _ => {
                let command = commands[rng.below(commands.len())];
                if left_out.contains(&command) {
                    continue;
                }
                line.extend(command.bytes());
                for _ in 0..rng.below(5) {
                    line.push(b' ');
                    line.extend(words[rng.below(words.len())].bytes());
                }
            }
        }
        lines.push(line);
    }
    let expected = lines.iter().filter(|line| protocol::parse_line(line).is_some()).count();
    let (mut session, written) = session(lines, 1);
    session.run();
    let bytes = written.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    let found: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(found.len(), expected, "every command gets one answer");
    assert!(found.iter().all(|answer| answer.starts_with('=') || answer.starts_with('?')));
    let good = found.iter().filter(|answer| answer.starts_with('=')).count();
    assert!(good > 1000, "only {good} lines made sense");
}

#[test]
fn pondering_lasts_until_a_line_waits_and_the_answers_stay_the_same() {
    let game = "boardsize 9\nclear_board\ngenmove b\nplay w c3\ngenmove b\nname\nquit\n";
    let told = talk_with(
        |session| {
            let options = PlayerOptions { engine: "uct".into(), playouts: Some(60), ..PlayerOptions::default() };
            session.player = players::create(&options, &Context::default()).unwrap();
            session.options = options;
            session.ponders = true;
        },
        game,
    );
    let answers: Vec<&str> = told.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), 7, "{told}");
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{told}");
    assert!(answers[2].len() > 2 && answers[4].len() > 2, "both moves are named: {told}");
}
