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

    /// The marked objects in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some((i * 64) as u16 + bit as u16)
            })
        })
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
        assert_eq!(marks.iter().collect::<Vec<_>>(), [3, 63, 64, 129]);
        assert!(marks.get(64) && !marks.get(65) && !marks.get(u16::MAX));
        marks.clear(2);
        assert_eq!(marks.iter().count(), 0);
    }
}
