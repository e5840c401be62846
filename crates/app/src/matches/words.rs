//! A command line cut into words: blanks separate, quotes and backslashes keep together.

/// The words of a command; `None` if a quote is left open or there are none.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            // Windows paths hold backslashes: only quotes, blanks and backslashes can be escaped.
            (None | Some('"'), '\\') => match chars.clone().next() {
                Some(next) if matches!(next, '"' | '\'' | '\\' | ' ') => {
                    chars.next();
                    word.get_or_insert_default().push(next);
                }
                _ => word.get_or_insert_default().push('\\'),
            },
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_cut_as_a_shell_would() {
        let split = |text| super::split(text).unwrap_or_default().join("|");
        assert_eq!(split("gnugo --mode gtp"), "gnugo|--mode|gtp");
        assert_eq!(split("  'a b'/c \"d e\" f\\ g "), "a b/c|d e|f g");
        assert_eq!(split("x ''"), "x|");
        assert_eq!(split("C:\\go\\gnugo.exe"), "C:\\go\\gnugo.exe");
        assert_eq!(super::split(" "), None);
        assert_eq!(super::split("a 'b"), None);
    }
}
