//! Sights of positions seen lately: the list of moves often follows the judgement of the same position.

use std::rc::Rc;

use super::sight::Sight;

/// Places, a power of two.
const PLACES: usize = 1 << 9;

/// A small table with one place for each key.
#[derive(Clone, Debug)]
pub struct Sights {
    places: Vec<Option<(u64, Rc<Sight>)>>,
}

impl Default for Sights {
    fn default() -> Self {
        Sights { places: vec![None; PLACES] }
    }
}

impl Sights {
    pub fn get(&self, key: u64) -> Option<Rc<Sight>> {
        let (known, sight) = self.places[Self::place(key)].as_ref()?;
        (*known == key).then(|| sight.clone())
    }

    pub fn put(&mut self, key: u64, sight: Sight) -> Rc<Sight> {
        let sight = Rc::new(sight);
        self.places[Self::place(key)] = Some((key, sight.clone()));
        sight
    }

    fn place(key: u64) -> usize {
        (key >> 20) as usize & (PLACES - 1)
    }
}
