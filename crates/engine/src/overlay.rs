//! Overlays: the board with what recognition sees drawn over it, for terminals.

use gosedai_board::{Color, Point, Position, diagram};
use gosedai_recognition::{Class, PositionModel};

use crate::ApiError;

/// What may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    Potential,
    Groups,
    Families,
    Territory,
    Encirclement,
}

impl std::str::FromStr for Overlay {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Overlay, ApiError> {
        Ok(match text {
            "potential" => Overlay::Potential,
            "groups" => Overlay::Groups,
            "families" => Overlay::Families,
            "territory" => Overlay::Territory,
            "encirclement" => Overlay::Encirclement,
            _ => {
                return Err(ApiError::bad(
                    "overlay",
                    format!("'{text}' is no overlay: choose potential, groups, families, territory or encirclement"),
                ));
            }
        })
    }
}

/// Draws the overlay with a legend.
pub fn draw(overlay: Overlay, position: &Position, model: &PositionModel) -> String {
    let board = position.board();
    match overlay {
        Overlay::Potential => numbers(position, model),
        Overlay::Groups => {
            let picture = diagram::render_with(board, |point| {
                let id = model.group_id(point)?;
                Some(letter(rank(model, id), model.groups[id].color))
            });
            let mut text = picture;
            for (id, group) in model.groups.iter().enumerate() {
                // where life or death is known, the chance is left out
                let chance = match group.class {
                    Class::Alive | Class::Dead => String::new(),
                    _ => format!(" ({:.0} % to live)", group.survival * 100.0),
                };
                text.push_str(&format!(
                    "{} {} {} {}, {}{chance}, strength {:.2}, encirclement {}, eyes {:.1}, PON {}\n",
                    letter(rank(model, id), group.color),
                    group.head,
                    group.size,
                    if group.size == 1 { "stone" } else { "stones" },
                    group.class.name(),
                    group.strength,
                    group.encirclement,
                    group.eyes(),
                    group.pon
                ));
            }
            text + "capitals are black groups, small letters white ones\n"
        }
        Overlay::Families => {
            let picture = diagram::render_with(board, |point| {
                let family = model.family_at(point)?;
                board.is_empty(point).then_some(if family.color == Color::Black { '#' } else { '"' })
            });
            picture + "# black family, \" white family\n"
        }
        Overlay::Territory => {
            let picture = diagram::render_with(board, |point| {
                let owner = Color::BOTH.into_iter().find(|c| model.judgement.territory[c.index()].contains(point))?;
                match board.color_at(point) {
                    Some(color) if color == owner => None,
                    // dead stones
                    Some(Color::Black) => Some('x'),
                    Some(Color::White) => Some('o'),
                    None => Some(if owner == Color::Black { '#' } else { '"' }),
                }
            });
            let j = &model.judgement;
            picture
                + &format!(
                    "# black territory, \" white territory, x o dead stones\nblack {:.1} = {} + moyo {:.1}; white {:.1} = {} + moyo {:.1}; compensation {:.1}; score {:+.1} for black\n",
                    j.points[0],
                    j.territory_points[0],
                    j.moyo_points[0],
                    j.points[1],
                    j.territory_points[1],
                    j.moyo_points[1],
                    j.compensation,
                    j.score
                )
        }
        Overlay::Encirclement => {
            // where several groups reach a point, the most surrounded one is shown
            let mut groups: Vec<_> = model.groups.iter().filter(|g| !model.dead.contains(g.head)).collect();
            groups.sort_by_key(|group| (group.encirclement, group.head));
            let picture = diagram::render_with(board, |point| {
                let order = groups.iter().find_map(|g| g.dame.orders.iter().position(|dame| dame.contains(point)))?;
                char::from_digit(order as u32 + 1, 10)
            });
            let mut text = picture + "1-4: dame of that order of the most surrounded group that reaches the point\n";
            for group in groups {
                text.push_str(&format!("{} {}: encirclement {}\n", group.color, group.head, group.encirclement));
            }
            text
        }
    }
}

/// Place of a group among those of its colour.
fn rank(model: &PositionModel, id: usize) -> usize {
    model.groups[..id].iter().filter(|group| group.color == model.groups[id].color).count()
}

fn letter(rank: usize, color: Color) -> char {
    let base = if color == Color::Black { b'A' } else { b'a' };
    (base + (rank % 26) as u8) as char
}

/// Potentials as numbers, stones as signs.
fn numbers(position: &Position, model: &PositionModel) -> String {
    let board = position.board();
    let size = board.size();
    let mut text = String::from("   ");
    for x in 0..size.width() {
        text.push_str(&format!("{:>5}", Point::new(x, 0).to_string().trim_end_matches('1')));
    }
    text.push('\n');
    for y in (0..size.height()).rev() {
        text.push_str(&format!("{:>3}", y + 1));
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let sign = match board.color_at(point) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "",
            };
            text.push_str(&format!("{:>5}", format!("{sign}{}", model.potential.at(point))));
        }
        text.push('\n');
    }
    text + "X black stone, O white stone; positive potential is black\n"
}
