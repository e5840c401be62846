//! The games and their threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gosedai_board::{Color, KoRule, Move, Size};
use gosedai_net::katago::{self, Conditions, Game, Setup, Tax, Turn};
use rayon::prelude::*;

const SIDE: usize = 19;
pub const AREA: usize = SIDE * SIDE;
pub const GLOBALS: usize = katago::GLOBALS;
const LEGAL: u32 = 1 << 22;
const ON_BOARD: u32 = 1 << 23;

/// How a game begins, as C sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub width: u8,
    pub height: u8,
    /// 0 simple, 1 positional superko, 2 situational superko.
    pub ko_rule: u8,
    /// 0 area, 1 territory.
    pub scoring: u8,
    /// 0 none, 1 seki, 2 all.
    pub tax: u8,
    /// Suicide of several stones is allowed.
    pub suicide: u8,
    pub button: u8,
    /// Black moves first.
    pub black_first: u8,
    pub komi: f32,
}

/// A list cut into parts: part `i` is `.0[.1[i]...1[i + 1]]`.
type Parts<'a> = (&'a [u16], &'a [u32]);

pub struct Pool {
    seats: Vec<Mutex<Option<Game>>>,
    threads: rayon::ThreadPool,
}

fn part<'a>((all, offsets): Parts<'a>, i: usize) -> &'a [u16] {
    let range = offsets.get(i).zip(offsets.get(i + 1)).map(|(&from, &to)| from as usize..to as usize);
    range.and_then(|range| all.get(range)).unwrap_or(&[])
}

impl Pool {
    pub fn new(seats: usize, threads: usize) -> Result<Pool, rayon::ThreadPoolBuildError> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Pool { seats: (0..seats).map(|_| Mutex::new(None)).collect(), threads })
    }

    fn seat(&self, seat: u32) -> Option<MutexGuard<'_, Option<Game>>> {
        Some(self.seats.get(seat as usize)?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn start(&self, seats: &[u32], starts: &[Start], moves: Parts, setup: Parts, played: &mut [u16]) {
        self.threads.install(|| {
            let work = seats.par_iter().zip(starts).zip(played).enumerate();
            work.for_each(|(i, ((&seat, start), played))| {
                let mut game = begin(start, part(setup, i));
                *played = game.as_mut().map_or(0, |game| play_list(game, part(moves, i)));
                if let Some(mut place) = self.seat(seat) {
                    *place = game;
                }
            });
        });
    }

    pub fn features(&self, seats: &[u32], planes: &mut [u32], global: &mut [f32], to_move: &mut [u8]) {
        self.threads.install(|| {
            let out = planes.par_chunks_exact_mut(AREA).zip(global.par_chunks_exact_mut(GLOBALS)).zip(to_move);
            seats.par_iter().zip(out).for_each(|(&seat, ((planes, global), to_move))| {
                planes.fill(0);
                global.fill(0.0);
                *to_move = 0;
                if let Some(mut place) = self.seat(seat)
                    && let Some(game) = place.as_mut()
                {
                    write(game, planes, global);
                    *to_move = u8::from(game.to_play() == Color::White);
                }
            });
        });
    }

    pub fn play(&self, seats: &[u32], moves: &[u16], over: &mut [u8]) {
        self.threads.install(|| {
            seats.par_iter().zip(moves).zip(over).for_each(|((&seat, &mv), over)| {
                let mut place = self.seat(seat);
                let game = place.as_mut().and_then(|place| place.as_mut());
                *over = match game.map_or(Turn::Illegal, |game| play(game, mv)) {
                    Turn::GoesOn => 0,
                    Turn::Ended => 1,
                    Turn::Illegal => 2,
                };
            });
        });
    }

    pub fn turn(&self, seat: usize) -> u32 {
        let place = u32::try_from(seat).ok().and_then(|seat| self.seat(seat));
        place.and_then(|place| place.as_ref().map(|game| game.turn() as u32)).unwrap_or(0)
    }
}

fn begin(start: &Start, handicap: &[u16]) -> Option<Game> {
    let size = Size::new(start.width.into(), start.height.into()).ok()?;
    if size.width() > SIDE || size.height() > SIDE || !start.komi.is_finite() {
        return None;
    }
    let ko = match start.ko_rule {
        0 => KoRule::Simple,
        1 => KoRule::PositionalSuperko,
        _ => KoRule::SituationalSuperko,
    };
    let tax = match start.tax {
        0 => Tax::None,
        1 => Tax::Seki,
        _ => Tax::All,
    };
    let conditions =
        Conditions { ko, territory: start.scoring != 0, tax, suicide: start.suicide != 0, button: start.button != 0 };
    let first = if start.black_first != 0 { Color::Black } else { Color::White };
    let point = |&number: &u16| katago::canvas_move(size, number.into(), SIDE).and_then(Move::point);
    let handicap = handicap.iter().map(point).collect::<Option<Vec<_>>>()?;
    Game::new(&Setup { size, conditions, komi: start.komi, first, handicap })
}

fn play(game: &mut Game, number: u16) -> Turn {
    game.canvas_move(number.into(), SIDE).map_or(Turn::Illegal, |mv| game.play(mv))
}

fn play_list(game: &mut Game, moves: &[u16]) -> u16 {
    let mut played = 0;
    for &mv in moves {
        match play(game, mv) {
            Turn::GoesOn => played += 1,
            Turn::Ended => return played + 1,
            Turn::Illegal => return played,
        }
    }
    played
}

fn write(game: &mut Game, planes: &mut [u32], global: &mut [f32]) {
    let features = game.features();
    features.each_point(|row, column, word| planes[row * SIDE + column] = word | ((word & 1) * ON_BOARD));
    game.legal().each(|point| planes[game.canvas_number(Move::Play(point), SIDE)] |= LEGAL);
    global.copy_from_slice(&features.globals);
}
