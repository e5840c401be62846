//! SGF dates: `1996-12-27,28,1997-01-03,04`, where later entries may leave out what they share with the one before.

/// A date known as far as the record tells it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartialDate {
    pub year: u16,
    pub month: Option<u8>,
    pub day: Option<u8>,
}

impl std::fmt::Display for PartialDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

/// Reads a DT value; entries that are no dates are left out. Slashes, dots and 年月日 are taken as separators too.
pub fn parse_dates(text: &str) -> Vec<PartialDate> {
    let mut dates: Vec<PartialDate> = Vec::new();
    for entry in text.split([',', ';', '~', '～', '、']).take(400) {
        let parts: Vec<&str> =
            entry.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).take(4).collect();
        let month = |part: &str| part.parse::<u8>().ok().filter(|month| (1..=12).contains(month));
        let day = |part: &str| part.parse::<u8>().ok().filter(|day| (1..=31).contains(day));
        let last = dates.last().copied();
        let date = match (parts.as_slice(), last) {
            ([year, rest @ ..], _) if year.len() == 4 => year.parse().ok().map(|year| {
                let month = rest.first().copied().and_then(month);
                PartialDate { year, month, day: month.and(rest.get(1).copied().and_then(day)) }
            }),
            // 20050106
            ([packed], _) if packed.len() == 8 => packed[..4].parse().ok().map(|year| {
                let month = month(&packed[4..6]);
                PartialDate { year, month, day: month.and(day(&packed[6..])) }
            }),
            ([m, d], Some(last)) => month(m).map(|m| PartialDate { year: last.year, month: Some(m), day: day(d) }),
            ([one], Some(last)) if last.day.is_some() => day(one).map(|d| PartialDate { day: Some(d), ..last }),
            ([one], Some(last)) if last.month.is_some() => {
                month(one).map(|m| PartialDate { month: Some(m), day: None, ..last })
            }
            _ => None,
        };
        dates.extend(date);
    }
    dates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        parse_dates(text).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_examples_of_the_specification() {
        assert_eq!(written("1996-05,06"), "1996-05 1996-06");
        assert_eq!(written("1996-05-06,07,08"), "1996-05-06 1996-05-07 1996-05-08");
        assert_eq!(written("1996,1997"), "1996 1997");
        assert_eq!(written("1996-12-27,28,1997-01-03,04"), "1996-12-27 1996-12-28 1997-01-03 1997-01-04");
        assert_eq!(written("1996-05-06,06-07"), "1996-05-06 1996-06-07");
    }

    #[test]
    fn what_is_found_in_the_wild() {
        assert_eq!(written("2017年3月16日"), "2017-03-16");
        assert_eq!(written("20050106"), "2005-01-06");
        assert_eq!(written("2005/1/6"), "2005-01-06");
        assert_eq!(written("Published 1843"), "1843");
        assert_eq!(written("spring"), "");
        assert_eq!(written("1996-13-40"), "1996");
    }
}
