//! Learning gives the same bytes however the games are split or ordered, and files survive a round trip or fail in one sentence.

use gosedai_board::playout::random_move;
use gosedai_board::{Board, Color, Move, Rng, Size};
use gosedai_patterns::codec::{BadFile, File};
use gosedai_patterns::eval::Predictor;
use gosedai_patterns::frequency::Frequency;
use gosedai_patterns::game::GameMoves;
use gosedai_patterns::grid::{Fresh, Nested};
use gosedai_patterns::harvest::{Counts, Part};
use gosedai_patterns::learn::{Collector, LearnOptions, Trainer};
use gosedai_patterns::model::Model;
use gosedai_patterns::rank::Agreement;

/// Games with habits: mostly the first legal point of a fixed order, sometimes a random one.
fn games(count: u64) -> Vec<GameMoves> {
    let size = Size::NINE;
    (0..count)
        .map(|seed| {
            let (mut board, mut turn, mut rng) = (Board::new(size), Color::Black, Rng::new(seed));
            let mut moves = Vec::new();
            for _ in 0..60 {
                let habit = board.empty_set().iter().find(|&p| {
                    p.line(size) == 3 - moves.len() / 30 && board.is_legal(p, turn) && !board.is_simple_eye(p, turn)
                });
                let wild = rng.below(3) == 0;
                let Some(point) = habit.filter(|_| !wild).or_else(|| random_move(&board, turn, &mut rng)) else {
                    break;
                };
                moves.push((turn, Move::Play(point)));
                board.play_forever(point, turn);
                turn = turn.opponent();
            }
            GameMoves { size, setup: Vec::new(), moves }
        })
        .collect()
}

fn harvest(games: &[GameMoves]) -> Counts {
    let mut counts = Counts::default();
    games.iter().for_each(|game| counts.add_game(game, Part::WHOLE));
    counts
}

fn train(counts: &Counts, games: &[GameMoves]) -> Frequency {
    let mut table = Frequency::new(counts);
    games.iter().for_each(|game| table.add_game(game));
    table
}

#[test]
fn one_process_four_shards_and_shuffled_games_give_the_same_bytes() {
    let games = games(80);
    let mut whole = harvest(&games);
    whole.prune(2);

    let mut merged = Counts::default();
    games.chunks(20).map(harvest).for_each(|shard| merged.merge(&shard));
    merged.prune(2);
    let mut mixed = games.clone();
    Rng::new(9).shuffle(&mut mixed);
    let mut shuffled = harvest(&mixed);
    shuffled.prune(2);
    let mut parts = Counts { games: whole.games, moves: whole.moves, ..Counts::default() };
    for part in Part::split(3) {
        let mut counts = Counts::default();
        games.iter().for_each(|game| counts.add_game(game, part));
        counts.prune(2);
        counts.table.iter().for_each(|(name, count)| *parts.table.entry(name, 0) = count);
    }
    let dictionary = File::Counts(whole.clone()).to_bytes();
    assert!(whole.table.len() > 1000);
    for other in [merged.clone(), shuffled, parts] {
        assert_eq!(File::Counts(other).to_bytes(), dictionary);
    }

    let table = File::Frequency(train(&whole, &games)).to_bytes();
    let mut shards = games.chunks(20).map(|shard| train(&merged, shard));
    let mut sum = shards.next().unwrap();
    shards.for_each(|shard| assert!(sum.merge(&shard)));
    assert_eq!(File::Frequency(sum).to_bytes(), table);
    assert_eq!(File::Frequency(train(&whole, &mixed)).to_bytes(), table);
    assert!(!train(&whole, &games).merge(&Frequency::default()), "other dictionaries are refused");
}

#[test]
fn counters_follow_the_paper() {
    let games = games(30);
    let mut counts = harvest(&games);
    counts.prune(2);
    let table = train(&counts, &games);
    // slow reference: every template of every legal move read off the board, the largest known one counts
    let mut reference = std::collections::BTreeMap::<u64, (u32, u32)>::new();
    for game in &games {
        game.replay(|moment| {
            for point in moment.board.empty_points().filter(|&p| moment.board.is_legal(p, moment.mover)) {
                let names: Vec<u64> = Nested::new(&Fresh::new(moment.board), point, moment.mover).collect();
                if let Some(&name) = names.iter().rfind(|&&name| counts.table.get(name).is_some()) {
                    let counter = reference.entry(name).or_default();
                    if Some(point) == moment.played.point() { counter.0 += 1 } else { counter.1 += 1 }
                }
            }
        });
    }
    for (name, i) in table.table.iter() {
        assert_eq!(table.counters[i as usize], reference.get(&name).copied().unwrap_or_default());
    }
    let i = table.counters.iter().position(|c| c.0 > 3 && c.1 > 3).unwrap();
    let (p, n) = table.counters[i];
    assert_eq!(table.score(i as u32), Some((f64::from(p) + 1.0) / (f64::from(p) + f64::from(n) + 2.0)));
}

#[test]
fn training_beats_guessing_on_other_games_and_survives_the_file() {
    let all = games(160);
    let (patterns, rest) = all.split_at(60);
    let (taught, unseen) = rest.split_at(80);
    let mut collector = Collector::new(3, 16);
    patterns.iter().for_each(|game| collector.add_game(game));
    collector.second_pass();
    patterns.iter().for_each(|game| collector.add_game(game));
    let mut trainer =
        Trainer::new(Model::untrained(&collector.names()), LearnOptions { sample: 1.0, ..LearnOptions::default() });
    taught.iter().for_each(|game| trainer.add_game(game));
    let measure = |model: Model| {
        let (predictor, mut agreement) = (Predictor::Trained(model), Agreement::default());
        unseen.iter().for_each(|game| predictor.evaluate(game, &mut agreement));
        agreement
    };
    let untrained = measure(Model::untrained(&[]));
    let before = measure(trainer.model.clone());
    assert!(before.shares()[0] > 0.3 && untrained.shares()[0] < 0.1, "habits are easy to learn: {before:?}");
    let bytes = File::Model(trainer.model).to_bytes();
    let read = File::from_bytes(&bytes).unwrap().model().unwrap();
    assert_eq!(File::Model(read.clone()).to_bytes(), bytes);
    let after = measure(read);
    assert!((before.shares()[0] - after.shares()[0]).abs() < 0.02, "rounding the weights costs little");
}

#[test]
fn damaged_files_are_refused() {
    let bytes = File::Counts(harvest(&games(2))).to_bytes();
    assert_eq!(File::from_bytes(b"SGF(").err(), Some(BadFile::Magic));
    assert_eq!(File::from_bytes(b"GPAT\x09\x00").err(), Some(BadFile::Version(9)));
    for cut in [0, 3, 6, bytes.len() / 2, bytes.len() - 1] {
        assert!(File::from_bytes(&bytes[..cut]).is_err());
    }
    assert!(matches!(File::from_bytes(&bytes).unwrap().model(), Err(BadFile::Kind { .. })));
}
