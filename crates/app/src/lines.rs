//! Lines from outside, up to a length: a stream without line breaks must not fill the memory.

use std::io::BufRead;

/// Reads one line into `line`, without its end and cut at `most` bytes; false at the end of the input.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> bool {
    line.clear();
    let mut begun = false;
    loop {
        let (used, done) = match reader.fill_buf() {
            Ok([]) => return begun,
            Ok(bytes) => {
                begun = true;
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                let room = most.saturating_sub(line.len());
                line.extend_from_slice(&part[..part.len().min(room)]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return false,
        };
        reader.consume(used);
        if done {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_their_ends_and_long_ones_are_cut() {
        let mut reader = std::io::BufReader::with_capacity(3, &b"name\n\n123456789\nlast"[..]);
        let mut line = Vec::new();
        let mut found = Vec::new();
        while read_line(&mut reader, &mut line, 6) {
            found.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(found, ["name", "", "123456", "last"]);
    }
}
