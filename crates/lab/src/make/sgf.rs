//! A problem as a record: the stones, who moves, and branches of which the right ones are marked.

use gosedai_board::{Board, Color, Move, PointSet};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::Answer;

use gosedai_records::replay::{record_color, record_point};
use gosedai_records::{BoardSize, GameTree, NodeId, SgfPoint};

use super::cut::{Made, next_move};

/// Replies that the solution shows, how deep it goes, and wrong moves that are shown.
const REPLIES: usize = 3;
const DEPTH: usize = 3;
const WRONG: usize = 8;

pub fn record(made: &Made, number: usize, source: &str, level: &str, lexicon: &Lexicon) -> String {
    let size = made.board.size();
    let mut game = GameTree::new();
    let root = game.root_id();
    game.set_raw(root, "FF", ["4"]);
    game.set_raw(root, "GM", ["1"]);
    game.set_raw(root, "CA", ["UTF-8"]);
    game.set_size(BoardSize { width: size.width() as u8, height: size.height() as u8 });
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let points: Vec<SgfPoint> = made.board.stone_set(color).iter().map(|p| record_point(p, size)).collect();
        game.set_points(root, name, &points);
    }
    game.set_raw(root, "PL", [record_color(made.mover).letter()]);
    game.set_text(root, "GN", &number.to_string());
    game.set_text(root, "SO", source);
    let rule = if made.is_kill() { "problem.make.kill" } else { "problem.make.live" };
    let title = Evidence::new(rule).arg("color", made.mover).arg("level", level.to_owned());
    game.set_comment(root, &lexicon.sentence(&title));
    let mut tree = Branches { game: &mut game, made, lexicon };
    tree.right(root, &made.board.clone(), &made.right, 0);
    // the replies that were hardest to find say most: those that do not simply follow from a move far away
    let near = made.target.grown().grown();
    let mut wrong: Vec<_> = made.wrong.iter().collect();
    wrong.sort_by_key(|(play, reply)| (!near.contains(*play), std::cmp::Reverse(reply.line.len())));
    wrong.into_iter().take(WRONG).for_each(|(play, reply)| tree.wrong(root, *play, reply));
    game.to_sgf()
}

struct Branches<'a> {
    game: &'a mut GameTree,
    made: &'a Made,
    lexicon: &'a Lexicon,
}

impl Branches<'_> {
    fn play(&mut self, parent: NodeId, color: Color, play: Move) -> NodeId {
        let size = self.made.board.size();
        self.game.add_move(parent, record_color(color), play.point().map(|point| record_point(point, size)))
    }

    /// The right move, the replies to it, and the right moves after those.
    fn right(&mut self, parent: NodeId, board: &Board, answer: &Answer, depth: usize) {
        let (made, mover) = (self.made, self.made.mover);
        let Some(play) = answer.point() else { return };
        let node = self.play(parent, mover, Move::Play(play));
        self.game.set_raw(node, "TE", ["1"]);
        let mut after = board.clone();
        after.play_forever(play, mover);
        let opponent = mover.opponent();
        let field: PointSet = gosedai_engine::problem::exact::field_of(&after, &made.target, made.owner);
        let first = answer.line.get(1).and_then(|play| play.point());
        let others = field.iter().filter(|&point| Some(point) != first);
        let replies = first.into_iter().chain(others).filter(|&point| after.is_legal(point, opponent));
        let mut shown = 0;
        for reply in replies.collect::<Vec<_>>() {
            if depth >= DEPTH || shown >= REPLIES {
                break;
            }
            let mut then = after.clone();
            then.play_forever(reply, opponent);
            // a reply that needs no answer shows nothing
            if let Some(next) = next_move(&then, &made.target, made.owner, mover) {
                shown += 1;
                let node = self.play(node, opponent, Move::Play(reply));
                self.right(node, &then, &next, depth + 1);
            }
        }
        if shown == 0 {
            self.game.set_comment(node, self.lexicon.word("problem.make.right"));
        }
    }

    fn wrong(&mut self, root: NodeId, play: gosedai_board::Point, reply: &Answer) {
        let mover = self.made.mover;
        let mut node = self.play(root, mover, Move::Play(play));
        self.game.set_raw(node, "BM", ["1"]);
        let mut color = mover.opponent();
        for &next in reply.line.iter().take_while(|&&next| next != Move::Pass) {
            node = self.play(node, color, next);
            color = color.opponent();
        }
        let key = match reply.outcome {
            gosedai_reading::Outcome::Ko(_) => "problem.make.ko",
            gosedai_reading::Outcome::Seki => "problem.make.seki",
            _ => "problem.make.wrong",
        };
        self.game.set_comment(node, self.lexicon.word(key));
    }
}
