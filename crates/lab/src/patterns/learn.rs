//! `patterns harvest`, `patterns learn`, `patterns merge`: from games to counts, tables and models.

use std::path::PathBuf;
use std::time::Instant;

use gosedai_board::Rng;
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::patterns::model_file;
use gosedai_engine::{ApiError, Command, Context, numbers};
use gosedai_patterns::codec::File;
use gosedai_patterns::frequency::{Distance, Frequency};
use gosedai_patterns::game::GameMoves;
use gosedai_patterns::harvest::{Counts, Part as NamePart};
use gosedai_patterns::learn::{Collector, LearnOptions, Trainer};
use gosedai_patterns::model::Model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Part, for_each_game, peak_memory_mib};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Weights of patterns and tactical features, trained to make the played moves likely.
    #[default]
    Trained,
    /// The method of the paper: counts for and against.
    RelativeFrequency,
    /// Only count patterns, to be merged and learnt from later.
    Counts,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PatternsLearn {
    pub games: Vec<PathBuf>,
    pub output: PathBuf,
    #[serde(default)]
    pub method: Method,
    #[serde(default)]
    pub part: Part,
    /// A dictionary counted before (relative frequency): shards of one training must share it.
    #[serde(default)]
    pub dictionary: Option<PathBuf>,
    /// Only the I-th of N shards, from 0.
    #[serde(default)]
    pub shard: Option<(usize, usize)>,
    /// Patterns seen fewer times are dropped (0: keep all, for counts that will be merged).
    #[serde(default)]
    pub least: Option<u32>,
    /// Count in this many passes over the games, each with its share of all patterns: less memory, more time.
    #[serde(default)]
    pub passes: Option<u32>,
    /// Train weights on at most this many games.
    #[serde(default)]
    pub weight_games: Option<usize>,
    #[serde(default)]
    pub sample: Option<f64>,
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub distance: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Learned {
    pub method: Method,
    pub games: u64,
    pub skipped: u64,
    pub positions: u64,
    pub patterns: u64,
    pub bytes: u64,
    pub seconds: f64,
    pub games_per_second: f64,
    pub peak_memory_mib: Option<u64>,
}

impl Command for PatternsLearn {
    const NAME: &'static str = "patterns-learn";
    const ABOUT: &'static str = "learns move patterns from games";
    type Response = Learned;

    fn run(self, cx: &Context) -> Result<Learned, ApiError> {
        self.sample.map(|sample| numbers::share("sample", sample)).transpose()?;
        keep::may_write(&self.output, Kind::PATTERNS, cx.force)?;
        let started = Instant::now();
        let (file, mut learned) = match self.method {
            Method::Counts => self.count(cx)?,
            Method::RelativeFrequency => self.frequency(cx)?,
            Method::Trained => self.trained(cx)?,
        };
        learned.bytes = model_file::write(&self.output, &file, cx.force)?;
        learned.seconds = started.elapsed().as_secs_f64();
        learned.games_per_second = learned.games as f64 / learned.seconds.max(1e-9);
        learned.peak_memory_mib = peak_memory_mib();
        Ok(learned)
    }
}

impl PatternsLearn {
    fn learned(&self, games: u64, skipped: u64, positions: u64, patterns: usize) -> Learned {
        Learned {
            method: self.method,
            games,
            skipped,
            positions,
            patterns: patterns as u64,
            bytes: 0,
            seconds: 0.0,
            games_per_second: 0.0,
            peak_memory_mib: None,
        }
    }

    fn in_shard(&self, index: usize) -> bool {
        self.shard.is_none_or(|(i, of)| index % of.max(1) == i)
    }

    fn harvest(&self, least: u32, cx: &Context) -> Result<(Counts, u64), ApiError> {
        let mut counts = Counts::default();
        let mut skipped = 0;
        for part in NamePart::split(self.passes.unwrap_or(1).max(1)) {
            let mut found = Counts::default();
            let what = format!("counting patterns, pass {} of {}", part.index + 1, part.of);
            skipped = for_each_game(&self.games, self.part, cx, &what, |index, game| {
                if self.in_shard(index) {
                    found.add_game(&game, part);
                }
                Ok(())
            })?
            .1;
            found.prune(least);
            (counts.games, counts.moves) = (found.games, found.moves);
            for (name, count) in found.table.iter() {
                *counts.table.entry(name, 0) = count;
            }
        }
        Ok((counts, skipped))
    }

    fn count(&self, cx: &Context) -> Result<(File, Learned), ApiError> {
        let (counts, skipped) = self.harvest(self.least.unwrap_or(0), cx)?;
        let learned = self.learned(counts.games, skipped, counts.moves, counts.table.len());
        Ok((File::Counts(counts), learned))
    }

    fn frequency(&self, cx: &Context) -> Result<(File, Learned), ApiError> {
        let counts = match &self.dictionary {
            Some(path) => {
                let mut counts = model_file::read(path)?.counts().map_err(ApiError::failed)?;
                counts.prune(self.least.unwrap_or(2));
                counts
            }
            None => self.harvest(self.least.unwrap_or(2), cx)?.0,
        };
        let mut table = Frequency::new(&counts);
        table.distance = match self.distance.as_deref() {
            None | Some("manhattan") => Distance::Manhattan,
            Some("chebyshev") => Distance::Chebyshev,
            Some("none") => Distance::None,
            Some(other) => {
                let message = format!("'{other}' is not a distance: write manhattan, chebyshev or none");
                return Err(ApiError::bad("distance", message));
            }
        };
        let (_, skipped) = for_each_game(&self.games, self.part, cx, "scoring patterns", |index, game| {
            if self.in_shard(index) {
                table.add_game(&game);
            }
            Ok(())
        })?;
        let learned = self.learned(table.games, skipped, table.positions, table.counters.len());
        Ok((File::Frequency(table), learned))
    }

    /// Games with even numbers give the patterns, those with odd numbers the weights: see `gosedai_patterns::learn`.
    fn trained(&self, cx: &Context) -> Result<(File, Learned), ApiError> {
        let least = self.least.unwrap_or(10).clamp(1, 200) as u8;
        let mut collector = Collector::new(least, 26);
        let mut number = 0;
        let (used, skipped) = for_each_game(&self.games, self.part, cx, "collecting patterns", |_, game| {
            number += 1;
            if number % 2 == 1 {
                collector.add_game(&game);
            }
            Ok(())
        })?;
        collector.second_pass();
        let mut number = 0;
        let mut for_weights: Vec<GameMoves> = Vec::new();
        for_each_game(&self.games, self.part, cx, "collecting patterns again", |_, game| {
            number += 1;
            if number % 2 == 1 {
                collector.add_game(&game);
            } else {
                for_weights.push(game);
            }
            Ok(())
        })?;
        let names = collector.names();
        let seed = self.seed.unwrap_or(1);
        // in the order of dates the last decade would have the last word
        Rng::new(seed).shuffle(&mut for_weights);
        for_weights.truncate(self.weight_games.unwrap_or(usize::MAX));
        let options = LearnOptions { seed, ..LearnOptions::default() };
        let options = LearnOptions { sample: self.sample.unwrap_or(options.sample), ..options };
        let mut trainer = Trainer::new(Model::untrained(&names), options);
        for (i, game) in for_weights.iter().enumerate() {
            if i % 16 == 0 {
                cx.go_on()?;
                cx.report(i as u64, for_weights.len() as u64, "training weights");
            }
            trainer.add_game(game);
        }
        let mut learned = self.learned(used, skipped, trainer.positions, names.len());
        learned.games = used / 2 + for_weights.len() as u64;
        let mut model = trainer.model;
        model.note = format!(
            "{} games, {} positions, patterns seen {least} times or more, sample {}, seed {seed}",
            learned.games, trainer.positions, options.sample
        );
        Ok((File::Model(model), learned))
    }
}

/// Adds the counts or tables of shards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PatternsMerge {
    pub inputs: Vec<PathBuf>,
    pub output: PathBuf,
    /// Drop patterns of merged counts seen fewer times.
    #[serde(default)]
    pub least: Option<u32>,
}

impl Command for PatternsMerge {
    const NAME: &'static str = "patterns-merge";
    const ABOUT: &'static str = "adds pattern counts or tables of several shards";
    type Response = Learned;

    fn run(self, cx: &Context) -> Result<Learned, ApiError> {
        let started = Instant::now();
        let mut inputs = self.inputs.iter();
        let first = inputs.next().ok_or_else(|| ApiError::bad("inputs", "name the files to merge"))?;
        let mut sum = model_file::read(first)?;
        for path in inputs {
            cx.go_on()?;
            let bad = |why: &str| ApiError::failed(format!("cannot merge {}: {why}", path.display()));
            match (&mut sum, model_file::read(path)?) {
                (File::Counts(sum), File::Counts(counts)) => sum.merge(&counts),
                (File::Frequency(sum), File::Frequency(table)) => {
                    if !sum.merge(&table) {
                        return Err(bad("it was trained with another dictionary"));
                    }
                }
                (File::Model(_), _) | (_, File::Model(_)) => {
                    return Err(bad("trained models cannot be added; merge counts or relative-frequency tables"));
                }
                _ => return Err(bad("counts and tables do not mix")),
            }
        }
        let (method, games, positions, patterns) = match &mut sum {
            File::Counts(counts) => {
                counts.prune(self.least.unwrap_or(0));
                (Method::Counts, counts.games, counts.moves, counts.table.len())
            }
            File::Frequency(table) => (Method::RelativeFrequency, table.games, table.positions, table.counters.len()),
            File::Model(model) => (Method::Trained, 0, 0, model.weights.len()),
        };
        let bytes = model_file::write(&self.output, &sum, cx.force)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Learned {
            method,
            games,
            skipped: 0,
            positions,
            patterns: patterns as u64,
            bytes,
            seconds,
            games_per_second: games as f64 / seconds.max(1e-9),
            peak_memory_mib: peak_memory_mib(),
        })
    }
}
