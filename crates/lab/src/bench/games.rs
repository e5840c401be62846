//! Combinatorial games: the kernel's workloads W1 to W6, composed endgames, and late positions of real games.

use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Dyadic, Game, Outcome, SumSearch};
use gosedai_engine::endgame::Endgame;
use gosedai_engine::{ApiError, Command as _, Context, GameInput, Stopwatch, files};
use gosedai_records::replay;
use gosedai_worth::{Counting, Options, analyse};
use serde_json::json;

use super::Figures;

const DAY_TWO: &str = "0 1 -1 2 -2 1/2 -1/2 * *2 1* -1* ^ v ^* v* {1|-1} {1|0} {1|*} {1|0,*} {0|-1} {*|-1} {0,*|-1}";

struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, k: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) % k
    }
}

fn options(arena: &mut Arena, g: Game) -> usize {
    arena.lefts(g).len() + arena.rights(g).len()
}

/// Runs a workload three times in fresh arenas; the least time and the check values.
fn timed<P>(
    prepare: impl Fn(&mut Arena) -> P,
    work: impl Fn(&mut Arena, &P) -> serde_json::Value,
) -> serde_json::Value {
    let mut least = f64::MAX;
    let mut check = json!(null);
    for _ in 0..3 {
        let mut arena = Arena::new();
        let prepared = prepare(&mut arena);
        let watch = Stopwatch::start();
        check = work(&mut arena, &prepared);
        least = least.min(watch.seconds());
    }
    json!({ "microseconds": (least * 1e7).round() / 10.0, "check": check })
}

fn day_two(arena: &mut Arena) -> Vec<Game> {
    DAY_TWO.split(' ').filter_map(|text| parse(arena, text).ok()).collect()
}

fn first_forms(arena: &mut Arena, day: &[Game]) -> Vec<Game> {
    let mut random = SplitMix(1);
    let mut all = Vec::with_capacity(20_000);
    for _ in 0..20_000 {
        let mut side = || day.iter().copied().filter(|_| random.below(4) == 0).collect::<Vec<_>>();
        let (l, r) = (side(), side());
        all.push(arena.make(&l, &r));
    }
    all
}

fn hot(arena: &mut Arena, random: &mut SplitMix, depth: u32, centre: i64) -> Game {
    if depth == 0 {
        return arena.int(centre);
    }
    let (nl, nr) = (1 + random.below(2), 1 + random.below(2));
    let mut side = |count: u64, sign: i64| -> Vec<Game> {
        (0..count)
            .map(|_| {
                let k = 1 + random.below(6) as i64;
                hot(arena, random, depth - 1, centre + sign * k)
            })
            .collect()
    };
    let (l, r) = (side(nl, 1), side(nr, -1));
    arena.make(&l, &r)
}

fn hot_trees(arena: &mut Arena) -> Vec<Game> {
    let mut random = SplitMix(2);
    (0..10_000).map(|_| hot(arena, &mut random, 4, 0)).collect()
}

fn summand(arena: &mut Arena, random: &mut SplitMix) -> Game {
    let (a, b, c) = (random.below(12) as i64, 1 + random.below(8) as i64, 1 + random.below(8) as i64);
    let kind = random.below(3);
    let (x, y, z) = (arena.int(a), arena.int(a - b), arena.int(a - b - c));
    match kind {
        0 => arena.make(&[x], &[y]),
        1 => {
            let threat = arena.make(&[y], &[z]);
            arena.make(&[x], &[threat])
        }
        _ => {
            let threat = arena.make(&[x], &[y]);
            arena.make(&[threat], &[z])
        }
    }
}

/// W1 to W6 of the kernel, best of three, with their machine-independent check values.
pub fn kernel(_args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut figures = Figures::new();
    figures.insert(
        "W1".into(),
        timed(day_two, |a, day| {
            let forms = first_forms(a, day);
            let numbers = forms.iter().filter(|&&g| a.as_number(g).is_some()).count();
            let total: usize = forms.iter().map(|&g| options(a, g)).sum();
            let mut distinct = forms;
            distinct.sort_unstable();
            distinct.dedup();
            json!({ "distinct": distinct.len(), "numbers": numbers, "options": total })
        }),
    );
    cx.go_on()?;
    let distinct = |a: &mut Arena| {
        let day = day_two(a);
        let mut list: Vec<Game> = Vec::new();
        for g in first_forms(a, &day) {
            if list.len() < 300 && a.as_number(g).is_none() && !list.contains(&g) {
                list.push(g);
            }
        }
        list
    };
    figures.insert(
        "W2".into(),
        timed(distinct, |a, h| {
            let mut total = 0;
            for k in [3, 17, 41, 59, 83, 101, 127, 151, 199, 251] {
                for i in 0..h.len() {
                    let sum = a.add(h[i], h[(7 * i + k) % h.len()]);
                    total += options(a, sum);
                }
            }
            json!({ "options": total })
        }),
    );
    cx.go_on()?;
    let count = |a: &mut Arena, trees: &[Game]| trees.iter().map(|&g| options(a, g)).sum::<usize>();
    figures.insert(
        "W3a".into(),
        timed(
            |_| (),
            |a, ()| {
                let trees = hot_trees(a);
                json!({ "options": count(a, &trees) })
            },
        ),
    );
    figures.insert(
        "W3b".into(),
        timed(hot_trees, |a, trees| {
            let (mut means, mut heat) = (Dyadic::ZERO, Dyadic::ZERO);
            for &g in trees {
                means = means + a.mean(g);
                heat = heat + a.temperature(g);
            }
            json!({ "means": means.to_f64(), "temperatures": heat.to_f64() })
        }),
    );
    figures.insert(
        "W3c".into(),
        timed(hot_trees, |a, trees| {
            let two = Dyadic::int(2);
            let numbers = trees.iter().filter(|&&g| {
                let cooled = a.cool(g, two);
                a.as_number(cooled).is_some()
            });
            json!({ "numbers": numbers.count() })
        }),
    );
    cx.go_on()?;
    for (k, n) in [(2u64, 2000), (3, 500), (4, 100), (5, 20), (6, 4)] {
        figures.insert(
            format!("W4_{k}"),
            timed(
                |_| (),
                |a, ()| {
                    let mut random = SplitMix(100 + k);
                    let (mut means, mut total) = (Dyadic::ZERO, 0);
                    for _ in 0..n {
                        let mut sum = Arena::ZERO;
                        for _ in 0..k {
                            let g = summand(a, &mut random);
                            sum = a.add(sum, g);
                        }
                        means = means + a.mean(sum);
                        total += options(a, sum);
                    }
                    json!({ "means": means.to_f64(), "options": total })
                },
            ),
        );
    }
    for n in [20i64, 40, 80, 160] {
        figures.insert(
            format!("W5_{n}"),
            timed(
                |_| (),
                |a, ()| {
                    let (two, zero) = (a.int(2), a.int(0));
                    let mut g = a.make(&[two], &[zero]);
                    for i in 3..=n + 2 {
                        let x = a.int(i);
                        g = a.make(&[x], &[g]);
                    }
                    let cooled = a.cool(g, Dyadic::ONE);
                    json!(a.name(cooled))
                },
            ),
        );
    }
    let infinitesimals = ["{miny(3)|0^3}", "{miny(1)|0}", "^*", "v", "*", "{0|tiny(2)}", "{0^2|tiny(3)}"];
    figures.insert(
        "W6".into(),
        timed(
            |a| infinitesimals.iter().filter_map(|t| parse(a, t).ok()).collect::<Vec<_>>(),
            |a, games| json!(SumSearch::new().outcome(a, games) == Outcome::First),
        ),
    );
    Ok(figures)
}

/// Composed whole boards: `FOLDER` of drawn positions, both countings, seconds and how many are exact.
pub fn composed(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let folder = args.first().ok_or_else(|| ApiError::bad("args", "say which folder holds the drawn positions"))?;
    let entries = std::fs::read_dir(folder).map_err(|e| ApiError::failed(format!("cannot read {folder}: {e}")))?;
    let mut paths: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "txt" || e == "sgf"));
    paths.sort();
    let (mut boards, mut exact, mut slowest, mut regions) = (0, 0, 0f64, 0);
    let watch = Stopwatch::start();
    for path in &paths {
        cx.go_on()?;
        let game = files::read_game(path)?;
        let loaded = GameInput { sgf: game.to_sgf(), ..GameInput::default() }.load()?;
        for counting in [Counting::Territory, Counting::Area] {
            let one = Stopwatch::start();
            let end = analyse(loaded.position.board(), Options { read_nodes: 0, ..Options::new(counting) });
            slowest = slowest.max(one.seconds());
            boards += 1;
            regions += end.regions.len();
            exact += usize::from(end.complete);
        }
    }
    let rounded = |x: f64| (x * 1000.0).round() / 1000.0;
    Ok(Figures::from([
        ("analyses".into(), json!(boards)),
        ("exact".into(), json!(exact)),
        ("regions".into(), json!(regions)),
        ("seconds".into(), json!(rounded(watch.seconds()))),
        ("slowest_seconds".into(), json!(rounded(slowest))),
    ]))
}

/// Late positions of games that were counted: `GAMES… [games N] [before N] [rows]`, what `endgame` says of them against their
/// results. `rows` gives every position a line.
pub fn late(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let number = |name: &str, otherwise: usize| {
        let at = args.iter().position(|a| a == name);
        at.and_then(|i| args.get(i + 1)).and_then(|n| n.parse().ok()).unwrap_or(otherwise)
    };
    let (most, before) = (number("games", 50), number("before", 20));
    let is_option = |a: &&String| matches!(a.as_str(), "games" | "before" | "rows");
    let paths: Vec<&String> = args.iter().take_while(|a| !is_option(a)).collect();
    if paths.is_empty() {
        return Err(ApiError::bad("args", "say which games: files, folders or collections"));
    }
    let mut rows = Figures::new();
    let (mut seen, mut complete, mut proved, mut equal, mut inside, mut near, mut seconds) = (0, 0, 0, 0, 0, 0, 0.0);
    for game in files::games(&paths).flatten() {
        if seen >= most || cx.go_on().is_err() {
            break;
        }
        let game = game.record.game;
        let Some(result) = game.root().raw("RE").and_then(counted) else { continue };
        let line = replay::main_line(&game);
        let Ok(moves) = replay::moves_along(&game, &line) else { continue };
        if moves.len() < 150.max(before) {
            continue;
        }
        let at = moves.len() - before;
        let game = GameInput { sgf: game.to_sgf(), move_number: Some(at), ..GameInput::default() };
        let watch = Stopwatch::start();
        let answer = Endgame { game, ko: None, pictures: false }.run(cx)?;
        let took = watch.seconds();
        seconds += took;
        let lead = answer.estimate.map_or_else(|| answer.score.unwrap_or(f64::NAN), |estimate| estimate.lead);
        seen += 1;
        complete += usize::from(answer.complete);
        proved += usize::from(answer.complete && answer.proved);
        equal += usize::from(answer.score.is_some_and(|score| (score - result).abs() < 0.6));
        let [low, high] = answer.score_interval;
        inside += usize::from(low <= result && result <= high);
        near += usize::from((lead - result).abs() <= 2.0);
        if args.iter().any(|a| a == "rows") {
            let best = if answer.to_play == "black" { &answer.best.black } else { &answer.best.white };
            let row = json!({
                "lead": lead, "score": answer.score, "counted": answer.estimate.and_then(|estimate| estimate.counted),
                "best": best, "seconds": took
            });
            rows.insert(format!("game {:03}", seen - 1), row);
        }
    }
    let mean = |total: f64| (total / seen.max(1) as f64 * 100.0).round() / 100.0;
    rows.extend([
        ("positions".into(), json!(seen)),
        ("moves_before_the_end".into(), json!(before)),
        ("complete".into(), json!(complete)),
        ("complete_and_proved".into(), json!(proved)),
        ("complete_and_equal_to_the_result".into(), json!(equal)),
        ("result_inside_the_limits".into(), json!(inside)),
        ("estimate_within_2_of_the_result".into(), json!(near)),
        ("seconds_a_board".into(), json!(mean(seconds))),
    ]);
    Ok(rows)
}

/// Black's margin of a game that was counted.
fn counted(result: &str) -> Option<f64> {
    let (winner, margin) = result.split_once('+')?;
    let margin: f64 = margin.parse().ok()?;
    Some(if winner == "B" { margin } else { -margin })
}
