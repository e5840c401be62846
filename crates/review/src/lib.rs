//! `review`: the moments of a game that matter, explained.
//!
//! A judge (our search, the network, or an external engine) values every position; prediction tells how easy each move
//! was to see; both together find good moves, mistakes and turning points. Reading proves what the commented moves do.

pub mod accuracy;
mod assemble;
pub mod audience;
pub mod chapters;
mod choose;
mod comment;
mod data;
mod diagrams;
mod done;
mod early;
pub mod exchanges;
mod external;
mod facts;
mod game;
mod html;
pub mod judge;
mod judge_name;
mod ko;
mod looks;
pub mod objects;
mod pages;
mod phases;
mod phrases;
pub mod practice;
mod proofs;
mod questions;
mod regions;
mod sgf_out;
mod store;
mod story;
pub mod strength;
pub mod summary;
mod tactics;
mod terms;
pub mod themes;
mod told;
pub mod units;
pub mod verdict;
mod yose;

use std::cell::OnceCell;

use gosedai_board::{Move, RuleSet};
use gosedai_reading::{Budget, Reader};
use gosedai_records::replay::Overrides;
use schemars::JsonSchema;
use serde::Deserialize;

use self::assemble::JudgeNamed;
use self::audience::{Audience, Rank};
use self::choose::Moment;
use self::comment::{Commentator, Subject};
use self::early::Early;
use self::judge::{Judge, Judging};
use self::looks::{Looking, Looks, Stage};
use self::objects::Eye;
use self::phases::Phases;
use self::practice::Kind;
use self::summary::Summary;
use self::terms::Terms;
use self::units::Unit;
// for callers that judge positions as a review does, without writing one
pub use self::comment::Comment;
pub use self::data::{GameReview, GraphPoint, MoveReview, NamedGame, Reviewed};
pub use self::external::External;
pub use self::game::Prepared;
pub use self::looks::{SECOND_LOOK, SIDE_LOOK};
pub use self::store::Store;
pub use self::verdict::{Expected, Noise, Purpose, Thresholds, Verdict, Weighed};
use gosedai_engine::files::{Local, LocalPath};
use gosedai_engine::patterns::{model_file, predict::predict};
use gosedai_engine::players::{Limit, Thinker};
use gosedai_engine::{ApiError, Command, Context, Entry, entry, keep, numbers};

/// Playouts, and visits of the network's search, for every position when no limit is given.
const USUAL_PLAYOUTS: u64 = 1_000;
const USUAL_VISITS: u64 = 36;
/// Nodes that one question to the reader may cost.
const READING_NODES: u64 = 1_500;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Review {
    /// One record as SGF text.
    #[serde(default)]
    pub sgf: Option<String>,
    /// Or several, with a name for each.
    #[serde(default)]
    pub games: Vec<NamedGame>,
    /// Folder for annotated SGF, HTML and JSON; none: only the answer.
    #[serde(default)]
    #[schemars(skip)]
    pub out: Option<LocalPath>,
    /// A built-in player; the strongest if absent.
    #[serde(default)]
    pub engine: Option<String>,
    /// Command line of an external engine instead.
    #[serde(default)]
    #[schemars(skip)]
    pub external: Option<Local<String>>,
    #[serde(default)]
    pub playouts: Option<u64>,
    #[serde(default)]
    pub seconds: Option<f64>,
    #[serde(default)]
    pub threads: Option<usize>,
    #[serde(default)]
    pub seed: Option<u64>,
    /// For whom: a rank from `30k` to `9d`. Default: the ranks in the record, else `1d`.
    #[serde(default, rename = "for")]
    pub reader: Option<String>,
    /// At most this many comments a game (default: by the reader, 20 for dan players).
    #[serde(default)]
    pub comments: Option<usize>,
    /// Comment these moves whatever they are.
    #[serde(default)]
    pub always: Vec<usize>,
    #[serde(default)]
    pub thresholds: Option<Thresholds>,
    #[serde(default)]
    pub rules: Option<String>,
    #[serde(default)]
    pub komi: Option<f32>,
    /// Folder for every diagram of the reviews as files.
    #[serde(default)]
    #[schemars(skip)]
    pub diagrams: Option<LocalPath>,
    /// Sum up the games of this player; only those are reviewed.
    #[serde(default)]
    pub player: Option<String>,
}

/// The commands of this crate that answer in JSON; one row each.
pub fn catalogue() -> Vec<Entry> {
    vec![entry::<Review>()]
}

impl Command for Review {
    const NAME: &'static str = "review";
    const ABOUT: &'static str = "finds and explains good moves, mistakes and turning points of a game";
    type Response = Reviewed;

    fn run(self, cx: &Context) -> Result<Reviewed, ApiError> {
        let own = self.sgf.iter().map(|sgf| NamedGame { name: "game".to_string(), sgf: sgf.clone() });
        let mut named: Vec<NamedGame> = own.chain(self.games.iter().cloned()).collect();
        if named.is_empty() {
            return Err(ApiError::bad("games", "name a game to review"));
        }
        let all = named.len();
        if let Some(player) = &self.player {
            named = summary::of_player(named, player)?;
        }
        let left_out = all - named.len();
        self.seconds.map(|seconds| numbers::seconds("seconds", seconds)).transpose()?;
        self.komi.map(|komi| numbers::komi("komi", komi)).transpose()?;
        self.threads.map(|threads| numbers::threads("threads", threads)).transpose()?;
        if let Some(engine) = self.engine.as_deref().filter(|engine| !gosedai_engine::players::names().contains(engine))
        {
            let all = gosedai_engine::players::names().join(", ");
            return Err(ApiError::bad("engine", format!("there is no engine '{engine}': choose one of {all}")));
        }
        self.rank()?;
        if let Some(out) = &self.out {
            std::fs::create_dir_all(out.as_path())
                .map_err(|error| ApiError::failed(format!("cannot make the folder {}: {error}", out.display())))?;
            if named.len() > 1 {
                keep::may_write(&assemble::index_in(out), keep::Kind::PAGE, cx.force)?;
            }
            if let Some(player) = &self.player {
                summary::may_write(out, player, cx.force)?;
            }
        }
        if let Some(folder) = &self.diagrams {
            diagrams::files::folder(folder)?;
        }
        let mut games: Vec<GameReview> = Vec::new();
        let stems = done::stems(named.iter().map(|game| game.name.as_str()));
        let judge = OnceCell::new();
        for (game, stem) in named.iter().zip(&stems) {
            match self.one(game, stem, &judge, cx) {
                Ok(review) => games.push(review),
                // an interrupted review keeps what it has
                Err(error) if error.is_stop() && !games.is_empty() => break,
                Err(error) => return Err(error),
            }
            if games.last().is_some_and(|review| !review.complete) {
                break;
            }
        }
        if let Some(out) = self.out.as_ref().filter(|_| games.len() > 1) {
            assemble::write_index(&games, out, cx.knowledge()?.lexicon(cx.lang()), cx.force)?;
        }
        let complete = games.len() == named.len() && games.iter().all(|game| game.complete);
        let summary = self.summary(&games, left_out, complete, cx)?;
        let first = &games[0];
        Ok(Reviewed {
            moves: first.moves.clone(),
            good_moves: first.good_moves.clone(),
            mistakes: first.mistakes.clone(),
            sgf: first.sgf.clone(),
            html: first.html.clone(),
            complete,
            summary,
            games,
        })
    }
}

impl Review {
    /// A review of games with the usual settings, nothing written.
    pub fn of(games: Vec<NamedGame>) -> Review {
        Review {
            sgf: None,
            games,
            out: None,
            engine: None,
            external: None,
            playouts: None,
            seconds: None,
            threads: None,
            seed: None,
            reader: None,
            comments: None,
            always: Vec::new(),
            thresholds: None,
            rules: None,
            komi: None,
            diagrams: None,
            player: None,
        }
    }

    fn rank(&self) -> Result<Option<Rank>, ApiError> {
        let read =
            |text: &String| text.parse::<Rank>().map_err(|error| ApiError::bad("for", format!("'{text}': {error}")));
        self.reader.as_ref().map(read).transpose()
    }

    fn judging(&self) -> Judging {
        let strongest = if gosedai_engine::players::names().contains(&"puct") { "puct" } else { "uct" };
        let engine = match (&self.external, &self.engine) {
            (Some(command), _) => Judge::External(String::clone(command)),
            (None, name) => Judge::BuiltIn(name.clone().unwrap_or_else(|| strongest.to_string())),
        };
        let mut limit = Limit { playouts: self.playouts, seconds: self.seconds };
        if limit.playouts.is_none() && limit.seconds.is_none() {
            // the network needs far fewer visits than playouts
            limit.playouts = Some(if engine.is_uct() { USUAL_PLAYOUTS } else { USUAL_VISITS });
        }
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
        Judging { engine, limit, threads, seed: self.seed.unwrap_or(1) }
    }

    /// What the finished reviews of the player named have in common, written where a folder is named.
    fn summary(
        &self,
        games: &[GameReview],
        left_out: usize,
        complete: bool,
        cx: &Context,
    ) -> Result<Option<Summary>, ApiError> {
        let Some(player) = &self.player else { return Ok(None) };
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        let Some(mut summary) = summary::of_games(player, games, left_out, complete, &knowledge.strength, lexicon)
        else {
            return Ok(None);
        };
        if let Some(out) = &self.out {
            summary::write(&mut summary, player, out, lexicon, cx.force)?;
        }
        Ok(Some(summary))
    }

    /// `judge` keeps the name of the judge, which may have to be asked for.
    fn one(
        &self,
        game: &NamedGame,
        stem: &str,
        judge: &OnceCell<String>,
        cx: &Context,
    ) -> Result<GameReview, ApiError> {
        let rules: Option<RuleSet> = match self.rules.as_deref() {
            Some(text) => Some(text.parse().map_err(|e| ApiError::bad("rules", e))?),
            None => None,
        };
        let mut prepared = Prepared::new(game, Overrides { rules, komi: self.komi })?;
        let judging = self.judging();
        let audience = self.rank()?.map_or_else(|| Audience::of_record(&prepared.record), Audience::of);
        let key = key(&prepared, &judging, cx);
        let whole_key = self.whole_key(&key, game, audience, cx);
        let progress = |out: &LocalPath| out.join(format!("{stem}.review-in-progress"));
        if let Some((out, review)) = self.out.as_ref().and_then(|out| Some((out, done::read(out, stem, &whole_key)?))) {
            // left behind where the program was killed at the very end
            if progress(out).exists() {
                Store::open(&progress(out), &key, cx.force)?.remove();
            }
            self.draw(&review, &prepared, stem, cx)?;
            return Ok(review);
        }
        let store = match &self.out {
            Some(out) => {
                let path = progress(out);
                Store::open(&path, &key, cx.force)?
            }
            None => Store::nowhere(),
        };
        let model = model_file::model(cx)?;
        let predictions: Vec<_> = prepared.positions.iter().map(|position| predict(&model, position)).collect();
        let expected: Vec<Expected> =
            prepared.moves.iter().zip(&predictions).map(|(m, prediction)| expectation(m.1, prediction)).collect();
        let looking = Looking {
            prepared: &prepared,
            judging: &judging,
            predictions: &predictions,
            expected: &expected,
            limits: self.thresholds.unwrap_or_default(),
            store: &store,
            title: stem,
            always: &self.always,
            cx,
        };
        let phases = Phases::of_game(&prepared.positions, cx)?;
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        let commentator = |noise: Noise| -> Result<Commentator<'_>, ApiError> {
            Ok(Commentator {
                lexicon,
                reader: Reader::new(Budget::nodes(READING_NODES)),
                thinker: Thinker::new(knowledge.clone(), cx)?,
                eye: Eye::new(cx)?,
                noise,
                terms: Terms::new(lexicon, audience.rank),
                audience,
                used: Default::default(),
                told_of: Default::default(),
            })
        };
        let mut looks = looking.begin();
        let mut early = Early::new(&looking, &audience, phases, commentator(looks.noise)?);
        let looked = self.look(&looking, &audience, &mut looks, &mut early);
        let mut complete = looked.is_ok();
        let mut comments: Vec<Option<Comment>> = Vec::new();
        let (weighed, units, chosen) = match looked {
            Ok(found) => found,
            // stopped, it keeps what it has
            Err(error) if error.is_stop() => {
                looking.keep_what_is_known(&mut looks);
                if looks.judged.len() < 2 {
                    return Err(error);
                }
                let (weighed, units) = verdicts(&looking, &looks, &audience);
                comments = early.comments(&weighed);
                (weighed, units, Vec::new())
            }
            Err(error) => return Err(error),
        };
        comments.resize(weighed.len(), None);
        let mut commentator = commentator(looks.noise)?;
        let explains = |moment: &Moment| {
            let i = moment.index;
            let kind = commentator.kind_of(&prepared.positions[i], looks.judged[i].best());
            cx.go_on().is_ok() && kind.is_some_and(|kind| kind != Kind::Unexplained)
        };
        let chosen = choose::those_to_learn_from(chosen, self.most(&audience), explains);
        for (count, &i) in chosen.iter().enumerate() {
            // stopped here, too, it keeps what it has: the next run finds every position judged
            if cx.go_on().is_err() {
                complete = false;
                break;
            }
            let done = Stage::Comments.at(count + 1, chosen.len());
            cx.report(done, Stage::WHOLE, format!("commenting {stem}"));
            let subject = Subject {
                before: &prepared.positions[i],
                after: &prepared.positions[i + 1],
                weighed: &weighed[i],
                judged: &looks.judged[i],
                answer: &looks.judged[i + 1],
                passed: looks.passed.get(&i),
                natural: looks.naturals.get(&i),
                unit: units.iter().find(|unit| unit.is_told_at(i + 1)),
                last: i.checked_sub(1).map(|last| &weighed[last]),
            };
            comments[i] = Some(commentator.comment(&subject));
            if cx.progress.is_some() {
                let so_far = assemble::so_far(&looks, &weighed, &comments, phases);
                cx.report_partial(done, Stage::WHOLE, format!("commenting {stem}"), so_far);
            }
        }
        let mut kinds: Vec<Option<Kind>> = vec![None; weighed.len()];
        for i in (0..weighed.len()).filter(|&i| weighed[i].is_mistake() && comments[i].is_none()) {
            // as above
            if !complete || cx.go_on().is_err() {
                complete = false;
                break;
            }
            kinds[i] = commentator.kind_of(&prepared.positions[i], looks.judged[i].best());
        }
        let name = judge.get_or_init(|| judge_name::of(&judging.engine)).clone();
        let judge = JudgeNamed { words: judge_name::words(&judging, &name, lexicon), name };
        let told = assemble::Said { comments, kinds };
        let mut review =
            assemble::assemble(stem, &prepared, phases, judge, &looks, &weighed, units, audience, told, lexicon);
        review.strength = strength::of_game(&review.accuracy, &judging, prepared.positions[0].size(), lexicon, cx);
        (review.key, review.complete) = (whole_key, complete);
        if !complete {
            review.caveat = lexicon.word("review.stopped").to_string();
        }
        let nodes = std::mem::take(&mut prepared.nodes);
        sgf_out::annotate(&mut prepared.record, &nodes, &review, prepared.positions[0].size(), lexicon);
        review.sgf = prepared.record.to_sgf();
        review.html = html::report(&review, &prepared.positions, lexicon);
        self.draw(&review, &prepared, stem, cx)?;
        if let Some(out) = &self.out {
            assemble::write_files(&mut review, out, stem)?;
            if complete {
                store.remove();
            }
        }
        Ok(review)
    }

    /// The diagrams as files, where a folder for them is named.
    fn draw(&self, review: &GameReview, prepared: &Prepared, stem: &str, cx: &Context) -> Result<(), ApiError> {
        let Some(folder) = &self.diagrams else { return Ok(()) };
        diagrams::files::write(&diagrams::of_review(review, &prepared.positions), folder, stem, cx.force)
    }

    /// Comments that a game gets.
    fn most(&self, audience: &Audience) -> usize {
        self.comments.unwrap_or(audience.moments).max(self.always.len())
    }

    /// All looks, the weights of all moves, what belongs together, and the moves worth a comment. `looks` keeps what there is if
    /// it is interrupted; `early` tells what is certain before the whole game is judged.
    fn look(
        &self,
        looking: &Looking,
        audience: &Audience,
        looks: &mut Looks,
        early: &mut Early,
    ) -> Result<Found, ApiError> {
        looking.first(looks, &mut |looks| early.hear(looks))?;
        early.hear(looks);
        looking.again(looks)?;
        if audience.speaks_of_timing() {
            looking.kept(looks)?;
        }
        let (weighed, units) = verdicts(looking, looks, audience);
        let ranked = choose::ranked(&weighed, &units, &self.always, audience);
        let chosen = choose::within_reach(ranked, self.most(audience));
        looking.passes(looks, &chosen.iter().map(|moment| moment.index).collect::<Vec<_>>())?;
        Ok((weighed, units, chosen))
    }
}

/// What becomes of all moves that were looked at, and what belongs together.
fn verdicts(looking: &Looking, looks: &Looks, audience: &Audience) -> (Vec<Weighed>, Vec<Unit>) {
    let mut weighed = looking.weigh(looks);
    // what the reader would not notice is not called a fault
    let is_small = |m: &&mut Weighed| !m.decisive && m.turning.is_none() && m.loss < audience.least;
    weighed.iter_mut().filter(is_small).for_each(|m| m.blamable = false);
    // a move after which the other side gives up needs no better one
    let is_whole = weighed.len() == looking.prepared.moves.len();
    let is_end = |last: &&mut Weighed| is_whole && looking.prepared.was_given_up_by(last.color.opponent());
    if let Some(last) = weighed.last_mut().filter(is_end) {
        (last.blamable, last.decisive) = (false, false);
    }
    let units = units::find(&mut weighed, looks);
    (weighed, units)
}

impl Review {
    /// What makes two reviews the same down to their sentences.
    fn whole_key(&self, key: &str, game: &NamedGame, audience: Audience, cx: &Context) -> String {
        let asked =
            format!("{audience:?} {:?} {:?} {:?} {}", self.comments, self.always, self.thresholds, cx.lang().code());
        format!("{key} {:016x}", gosedai_engine::digest([game.sgf.as_bytes(), asked.as_bytes()]))
    }
}

/// What looking at a game has found beside the looks.
type Found = (Vec<Weighed>, Vec<Unit>, Vec<Moment>);

/// What makes two reviews the same: the game with its board, rules and komi, the judge, and the knowledge both rest on.
fn key(prepared: &Prepared, judging: &Judging, cx: &Context) -> String {
    let Judging { engine, limit, seed, threads: _ } = judging;
    let game = prepared.positions.last().map(gosedai_board::PositionKey::of);
    let words = format!("{engine} {limit:?} {seed} {game:?} {}", cx.knowledge_digest());
    format!("gosedai review 9 {} {:016x}", env!("CARGO_PKG_VERSION"), gosedai_engine::digest([words.as_bytes()]))
}

/// What prediction thinks of a move.
pub(crate) fn expectation(mv: Move, prediction: &gosedai_patterns::rank::Prediction) -> Expected {
    match mv {
        Move::Play(point) => Expected {
            rank: prediction.rank(point).unwrap_or(prediction.moves.len() + 1),
            share: prediction.share(point),
        },
        Move::Pass => Expected { rank: prediction.moves.len() + 1, share: 0.0 },
    }
}
