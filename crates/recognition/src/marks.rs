//! Marks on the objects of a list, as bits of words: those that are marked are found without looking at the others.

#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    words: Vec<u64>,
}

impl Marks {
    /// So many objects, none of them marked.
    pub fn clear(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), 0);
    }

    /// Marks an object; numbers beyond the list are of no object.
    #[inline]
    pub fn set(&mut self, number: u16) {
        if let Some(word) = self.words.get_mut(usize::from(number) / 64) {
            *word |= 1 << (number % 64);
        }
    }

    #[inline]
    pub fn get(&self, number: u16) -> bool {
        self.words.get(usize::from(number) / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Calls `f` for the marked objects in order.
    #[inline]
    pub fn each(&self, mut f: impl FnMut(u16)) {
        for (i, &word) in self.words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                f((i * 64) as u16 + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_objects_are_found_in_order() {
        let mut marks = Marks::default();
        marks.clear(130);
        for number in [129, 3, 64, 63, 3, 200, u16::MAX] {
            marks.set(number);
        }
        let mut found = Vec::new();
        marks.each(|number| found.push(number));
        assert_eq!(found, [3, 63, 64, 129]);
        assert!(marks.get(64) && !marks.get(65) && !marks.get(u16::MAX));
        marks.clear(2);
        marks.each(|number| panic!("{number} is not marked"));
    }
}
