//! Dead-group filter: no moves for or against stones that are already dead.

use gosedai_explain::Evidence;
use gosedai_recognition::Class;

use super::remove;
use crate::intent::{Adjuster, CaseName, Intent, Role};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut [Intent]) {
    for intent in intents.iter_mut().filter(|i| matches!(i.role, Role::Attack | Role::Defence) && !i.target.is_empty())
    {
        let dead = scene.model.groups.iter().find(|g| g.class == Class::Dead && g.stones.intersects(&intent.target));
        // if reading found a rescue or a resistance, the group is not treated as dead
        let was_read = matches!(intent.case, CaseName::Capture | CaseName::Life);
        if let Some(group) = dead
            && !was_read
        {
            let evidence = Evidence::new("adjust.dead_group").arg("at", group.head).mark("stones", group.stones);
            remove(intent, Adjuster::DeadGroup, evidence);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::Mind;
    use crate::intent::Purpose;
    use gosedai_board::{Color, Point, Position, Rules, diagram};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    #[test]
    fn nothing_is_spent_on_dead_stones() {
        // the two white stones on the left are shut in without room for an eye
        let board = diagram::parse(
            "
            . . . . . . . . .
            . . . . . . . . .
            X X X . . . . . .
            O O X . . . . . .
            . X X . . . O . .
            X X . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        )
        .unwrap();
        let position = Position::from_board(board, Color::White, Rules::CHINESE, 7.0);
        let knowledge = Knowledge::embedded();
        let model = recognise(&position, &knowledge);
        let dead: Point = "A6".parse().unwrap();
        assert_eq!(model.group_at(dead).map(|g| g.class), Some(Class::Dead), "{:?}", position.board());
        let stones = model.group_at(dead).map(|g| g.stones).unwrap();
        let mut mind = Mind::new(knowledge, 1000);
        let mut scene = Scene::new(&position, &model, &[], &mut mind);
        let make = |case| {
            let evidence = Evidence::new("test");
            let mut intent =
                Intent::new("A5".parse().unwrap(), Purpose::Shape, Role::Defence, 6.0, evidence).about(stones);
            intent.case = case;
            intent
        };
        let mut intents = vec![make(CaseName::Enclosure), make(CaseName::Capture)];
        adjust(&mut scene, &mut intents);
        assert_eq!(intents[0].removed.as_ref().map(|r| r.by), Some(Adjuster::DeadGroup));
        assert!(intents[1].counts(), "what reading found overrules the picture");
    }
}
