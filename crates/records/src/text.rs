//! The two text types of SGF: escapes taken away on reading, added on writing.

use std::borrow::Cow;

/// Text (comments): escapes resolved, line breaks kept as `\n`, other white space as a blank.
pub fn unescape_text(raw: &str) -> Cow<'_, str> {
    unescape(raw, true)
}

/// Simple text (names): as text, but line breaks become blanks too.
pub fn unescape_simple(raw: &str) -> Cow<'_, str> {
    unescape(raw, false)
}

fn unescape(raw: &str, keep_breaks: bool) -> Cow<'_, str> {
    let plain = |byte: u8| !(byte == b'\\' || byte < b' ' && !(keep_breaks && byte == b'\n'));
    if raw.bytes().all(plain) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = if c == '\\' {
            match chars.next() {
                Some(next) => (next, true),
                None => break,
            }
        } else {
            (c, false)
        };
        match c {
            '\n' | '\r' => {
                // LF CR and CR LF are single breaks.
                let other = if c == '\n' { '\r' } else { '\n' };
                if chars.peek() == Some(&other) {
                    chars.next();
                }
                if !escaped {
                    out.push(if keep_breaks { '\n' } else { ' ' });
                }
            }
            '\t' | '\u{b}' | '\u{c}' => out.push(' '),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Writes text so that it can stand between brackets.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_bytes(text, b"\\]")
}

/// As [`escape`], also for the parts of composed values, in which a colon separates.
pub fn escape_composed(text: &str) -> Cow<'_, str> {
    escape_bytes(text, b"\\]:")
}

fn escape_bytes<'a>(text: &'a str, special: &[u8]) -> Cow<'a, str> {
    if !text.bytes().any(|byte| special.contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if c.is_ascii() && special.contains(&(c as u8)) {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// Splits a composed value at its first unescaped colon.
pub fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let bytes = raw.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b':' => return Some((&raw[..i], &raw[i + 1..])),
            _ => {}
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_and_line_breaks_normalised() {
        assert_eq!(unescape_text("plain"), "plain");
        assert_eq!(unescape_text("a\\]b\\\\c\\:d"), "a]b\\c:d");
        assert_eq!(unescape_text("one\r\ntwo\n\rthree\rfour"), "one\ntwo\nthree\nfour");
        assert_eq!(unescape_text("soft\\\nbreak\tand tab"), "softbreak and tab");
        assert_eq!(unescape_simple("one\r\ntwo\\\r\nthree"), "one twothree");
        assert_eq!(unescape_text("cut off\\"), "cut off");
    }

    #[test]
    fn escaping_is_undone_by_unescaping() {
        for text in ["", "]", "\\", "a:b]c\\d", "日本\\語]", "line\nbreak"] {
            assert_eq!(unescape_text(&escape(text)), text);
            assert_eq!(unescape_text(&escape_composed(text)), text);
        }
        assert_eq!(escape("no change"), "no change");
    }

    #[test]
    fn composed_values_split_at_the_first_free_colon() {
        assert_eq!(split_composed("aa:label"), Some(("aa", "label")));
        assert_eq!(split_composed("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!(split_composed("none"), None);
        assert_eq!(split_composed("end\\"), None);
    }
}
