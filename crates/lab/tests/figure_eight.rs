//! Figure 8 of "Go Generation" (1988): two chains in the middle are both captured when each is read by itself. That cannot be: a
//! captured string is corrected because its neighbour is as weak. Every surface says so, on all sides of the board.

use gosedai_board::{Board, Color, Point, PointSet, Symmetry, diagram};
use gosedai_engine::explain::Explain;
use gosedai_engine::problem::AskProblem;
use gosedai_engine::race::Race;
use gosedai_engine::read::Read;
use gosedai_engine::show::Show;
use gosedai_engine::{Command, Context, GameInput, gnugo, reader};

const FIGURE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . O O O O O . . .
    . O . O . O . . .
    . O X X X O . . .
    . X O O O X . . .
    . X . X . X . . .
    . X X X X X . . .
    . . . . . . . . .";

fn record(board: &Board, to_play: Color) -> GameInput {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let height = board.size().height();
    let stones = |color: Color| -> String {
        let name = |p: Point| format!("[{}{}]", letter(p.x()), letter(height - 1 - p.y()));
        board.stone_set(color).iter().map(name).collect()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let turn = if to_play == Color::Black { "B" } else { "W" };
    GameInput { sgf: format!("(;SZ[9]KM[7]AB{black}AW{white}PL[{turn}])"), ..GameInput::default() }
}

#[test]
fn two_chains_that_cannot_both_be_captured_race_at_every_surface_and_on_every_side() {
    let cx = Context::default();
    let board = diagram::parse(FIGURE).unwrap();
    let size = board.size();
    for view in Symmetry::of(size) {
        let turned = view.apply_board(&board);
        let [white, black] = ["C4", "C5"].map(|name| view.apply(name.parse().unwrap(), size));
        for to_play in Color::BOTH {
            let place = format!("{view:?}, {to_play} to play");
            let input = record(&turned, to_play);
            let seen = Explain { game: input.clone() }.run(&cx).unwrap();
            let shown = Show { game: input.clone(), overlay: Some("groups".into()) }.run(&cx).unwrap().overlay.unwrap();
            let loaded = input.load().unwrap();
            for stone in [black, white] {
                let name = stone.to_string();
                let string = seen.strings.iter().find(|string| string.stones.contains(&name)).unwrap();
                assert_ne!(string.status, "dead", "{place}: {name}");
                let group = seen.groups.iter().find(|group| group.stones.contains(&name)).unwrap();
                assert_eq!(group.status, "unsettled", "{place}: {name} {}", group.reason.text);
                assert_eq!((group.if_first.result, group.if_second.result), ("lives", "dies"), "{place}: {name}");
                let line = shown.lines().find(|line| group.stones.iter().any(|s| line.split(' ').nth(1) == Some(s)));
                assert!(line.is_some_and(|line| line.contains("unsettled")), "{place}: {name} in\n{shown}");
                for goal in ["life", "capture"] {
                    let (goal, targets) = (goal.to_string(), vec![name.clone()]);
                    let ask = Read {
                        game: input.clone(),
                        goal,
                        targets,
                        trace: false,
                        seconds: None,
                        nodes: None,
                        method: None,
                    };
                    let read = ask.run(&cx).unwrap();
                    assert_eq!((read.attack.result, read.defend.result), ("win", "win"), "{place}: {name}");
                }
                let mut reader = reader(&cx, &loaded.position).unwrap();
                let searched = [true, false].map(|kills| gnugo::owl(&mut reader, &turned, stone, kills).code);
                let said = gnugo::dragon(&mut reader, &turned, stone).map(|coded| coded.code);
                assert_eq!((searched, said), ([1, 1], [1, 1]), "{place}: {name}");
                let rival = if stone == black { white } else { black };
                let (saved, taken, _) = gnugo::semeai(&mut reader, &turned, stone, rival);
                assert_eq!((saved, taken), (1, 1), "{place}: {name}");
            }
            let race = Race {
                game: input.clone(),
                a: black.to_string(),
                b: white.to_string(),
                difference: None,
                seconds: None,
                nodes: None,
            };
            let race = race.run(&cx).unwrap();
            assert_eq!((race.black_first, race.white_first), ("black", "white"), "{place}");
            let problem = AskProblem { game: input, seconds: Some(1.0), tried: None }.run(&cx).unwrap();
            let target: PointSet = problem.target.iter().map(|name| name.parse::<Point>().unwrap()).collect();
            let is_about = target.contains(black) || target.contains(white);
            assert!(!is_about || matches!(problem.result, "win" | "unknown"), "{place}: {problem:?}");
        }
    }
}
