//! Proofs walked along: after the winner's proved move and after many of the loser's replies the reader is asked again, and no
//! position on the way may be proved the other way. Captures and life, random boards and a real game.

mod random_play;

use gosedai_board::{Board, Color, Move, Point, PointSet, Rng, Size};
use gosedai_reading::{Answer, Budget, Effort, Outcome, Question, Reader, Trust};

const GAME: &str = include_str!("../../../examples/ear-reddening.sgf");

/// How far a proof is followed, and how many of the loser's replies are tried at each step.
const PLIES: usize = 5;
const REPLIES: usize = 6;

/// The board after every move of the record.
fn game() -> Vec<Board> {
    let mut board = Board::new(Size::NINETEEN);
    let mut boards = Vec::new();
    for part in GAME.split(';').filter(|part| part.starts_with("B[") || part.starts_with("W[")) {
        let color = if part.starts_with('B') { Color::Black } else { Color::White };
        let letters = &part.as_bytes()[2..4];
        if letters.iter().all(|l| (b'a'..=b's').contains(l)) {
            board.play_forever(Point::new((letters[0] - b'a').into(), 18 - usize::from(letters[1] - b'a')), color);
            boards.push(board.clone());
        }
    }
    boards
}

/// A small board with some room left.
fn random_board(rng: &mut Rng) -> Board {
    let size = Size::new(4 + rng.below(4), 4 + rng.below(4)).unwrap();
    let most = 4 + rng.below(10);
    random_play::board(size, most, rng)
}

/// What is asked all the way: the string of a stone, or the life of a group whose stones stay the same.
#[derive(Clone)]
struct Asked {
    question: Question,
    stone: Point,
    owner: Color,
    group: PointSet,
}

impl Asked {
    fn capture(board: &Board, stone: Point) -> Asked {
        let owner = board.color_at(stone).unwrap();
        Asked { question: Question::Capture(vec![stone]), stone, owner, group: PointSet::EMPTY }
    }

    fn life(board: &Board, stone: Point) -> Asked {
        let owner = board.color_at(stone).unwrap();
        Asked { question: Question::Life(vec![stone]), stone, owner, group: Reader::group(board, stone) }
    }

    /// Is this still the same question? A group that has grown or lost stones is another one, unless it is one string.
    fn is_same(&self, board: &Board) -> bool {
        self.group.is_empty()
            || Reader::group(board, self.stone) == self.group
            || Reader::group(board, self.stone) == board.string_set(self.stone)
                && self.group.is_subset(&board.string_set(self.stone))
    }

    /// A group of several strings may give this one up.
    fn is_one_string(&self, board: &Board) -> bool {
        self.group.is_subset(&board.string_set(self.stone))
    }
}

struct Walker {
    rng: Rng,
    reader: Reader,
    /// Proofs begun, positions asked about on the way, and those of them that were proved again.
    proofs: usize,
    steps: usize,
    agreed: usize,
}

/// Who wins by a proved answer of the side that moves: seki is life. Nobody where it is a ko.
fn winner(answer: &Answer, first: Color, owner: Color) -> Option<Color> {
    match answer.outcome {
        _ if answer.trust != Trust::Proved => None,
        Outcome::Win => Some(first),
        Outcome::Lose => Some(first.opponent()),
        Outcome::Seki => Some(owner),
        Outcome::Ko(_) | Outcome::Unknown => None,
    }
}

impl Walker {
    fn new(seed: u64, nodes: u64) -> Walker {
        let effort = Effort { search: 0, advised: false, ..Effort::of(Budget::nodes(nodes)) };
        Walker { rng: Rng::new(seed), reader: Reader::with(effort), proofs: 0, steps: 0, agreed: 0 }
    }

    fn answer(&mut self, board: &Board, asked: &Asked, first: Color) -> Answer {
        let reading = self.reader.ask(board, &asked.question);
        if first == reading.attacker { reading.attack } else { reading.defend }
    }

    /// Asks, and walks along what is proved for either side moving first.
    fn ask(&mut self, board: &Board, asked: &Asked) {
        self.reader.clear();
        for first in Color::BOTH {
            let answer = self.answer(board, asked, first);
            if let Some(winner) = winner(&answer, first, asked.owner) {
                self.proofs += 1;
                self.walk(board, asked, first, winner, PLIES, &mut Vec::new());
            }
        }
    }

    /// `winner` was proved to win this with `first` to move.
    fn walk(
        &mut self,
        board: &Board,
        asked: &Asked,
        first: Color,
        winner_by_proof: Color,
        plies: usize,
        line: &mut Vec<Move>,
    ) {
        let answer = self.answer(board, asked, first);
        self.steps += 1;
        if answer.trust == Trust::Proved {
            self.agreed += 1;
            assert_eq!(
                winner(&answer, first, asked.owner),
                Some(winner_by_proof),
                "{board:?}\n{:?} after {line:?}, {first} to move: {answer:?}, but proved for {winner_by_proof}",
                asked.question
            );
        }
        if plies == 0 {
            return;
        }
        let moves = if first == winner_by_proof {
            // without a proof from here nobody says which move goes on
            answer.play.filter(|_| answer.trust == Trust::Proved).into_iter().collect()
        } else {
            self.replies(board, asked, first)
        };
        for play in moves {
            let mut after = board.clone();
            match play {
                Move::Play(point) => after.play_forever(point, first),
                Move::Pass => after.clear_ko(),
            }
            line.push(play);
            if after.at(asked.stone).is(asked.owner) {
                if asked.is_same(&after) {
                    self.walk(&after, asked, first.opponent(), winner_by_proof, plies - 1, line);
                }
            } else if asked.is_one_string(board) && !is_retaken(&after, asked) {
                assert_ne!(winner_by_proof, asked.owner, "{board:?}\n{:?} is taken after {line:?}", asked.question);
            }
            line.pop();
        }
    }

    /// Passing, and some of the legal moves around the stones.
    fn replies(&mut self, board: &Board, asked: &Asked, color: Color) -> Vec<Move> {
        let stones = board.string_set(asked.stone).union(&asked.group);
        let near = stones.grown().grown().grown().intersection(&board.empty_set());
        let mut moves: Vec<Point> = near.iter().filter(|&p| board.is_legal(p, color)).collect();
        while moves.len() > REPLIES {
            moves.swap_remove(self.rng.below(moves.len()));
        }
        moves.into_iter().map(Move::Play).chain([Move::Pass]).collect()
    }

    /// Every string short of liberties, and every group, one stone each.
    fn ask_all(&mut self, board: &Board, most_liberties: usize) {
        let mut seen = PointSet::EMPTY;
        for stone in board.strings() {
            if board.liberty_count_to(stone, most_liberties + 1) <= most_liberties {
                self.ask(board, &Asked::capture(board, stone));
            }
            if !seen.contains(stone) {
                let asked = Asked::life(board, stone);
                seen.add(&asked.group);
                self.ask(board, &asked);
            }
        }
    }

    fn report(&self, least: usize) {
        println!("{} proofs, {} positions on the way, {} proved again", self.proofs, self.steps, self.agreed);
        assert!(self.proofs >= least, "{} proofs", self.proofs);
        assert!(self.agreed * 2 > self.steps, "most positions along a proof are proved again");
    }
}

/// Can the stone that was taken be taken back at once? Then it is not gone for good.
fn is_retaken(board: &Board, asked: &Asked) -> bool {
    let taker = asked.owner.opponent();
    asked.stone.neighbours().into_iter().any(|p| board.at(p).is(taker) && board.in_atari(p))
}

fn random_boards(count: usize, seed: u64) {
    let mut walker = Walker::new(seed, 2_000);
    for _ in 0..count {
        let board = random_board(&mut walker.rng);
        walker.ask_all(&board, 3);
    }
    walker.report(4 * count);
}

fn real_game(step: usize, seed: u64) {
    let mut walker = Walker::new(seed, 600);
    for board in game().iter().skip(60).step_by(step) {
        walker.ask_all(board, 2);
    }
    walker.report(100);
}

#[test]
fn no_proof_is_contradicted_on_random_boards() {
    random_boards(40, 5);
}

#[test]
fn no_proof_is_contradicted_in_a_real_game() {
    real_game(60, 2);
}

#[test]
#[ignore = "thousands of proofs: minutes; POSITIONS and SEED choose others"]
fn no_proof_is_contradicted_thousands_of_times() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number("POSITIONS", 1_000), number("SEED", 1));
    random_boards(count as usize, seed);
    real_game(7, seed);
}
