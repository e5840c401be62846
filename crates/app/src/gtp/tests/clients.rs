//! What analysing clients read: searches that go on, settings by KataGo's names, layers and comments.

use super::*;

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
