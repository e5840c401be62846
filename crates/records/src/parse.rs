//! Reading SGF text into a [`GameTree`]: one pass over the bytes, an explicit stack for variations.

use crate::error::{Place, Problem, SgfError};
use crate::tree::{GameTree, NONE, Property, RecordNode, Span, key_of};

/// How forgiving the reader is. Either way nothing that can be kept is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// The first fault is an error.
    Strict,
    /// Faults are repaired as well as can be and reported as warnings.
    #[default]
    Lenient,
}

/// Warnings beyond this number are counted but not kept: a broken 5 MB file must not become 5 million messages.
const KEPT_WARNINGS: usize = 50;

/// What came of reading: one or more games and what had to be repaired.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    pub games: Vec<GameTree>,
    pub warnings: Vec<SgfError>,
    /// Warnings that were found but not kept.
    pub further_warnings: usize,
}

/// Reads all games of an SGF text.
pub fn parse(text: &str, mode: Mode) -> Result<Parsed, SgfError> {
    let mut faults = Faults::new(text, Place { line: 1, column: 1 }, mode);
    let mut games = Vec::new();
    let mut at = 0;
    while let Some((game, end)) = parse_game(text, at, &mut faults, games.is_empty())? {
        games.push(game);
        at = end;
    }
    Ok(Parsed { games, warnings: faults.kept, further_warnings: faults.further })
}

/// Reads the first game of an SGF text.
pub fn parse_first(text: &str, mode: Mode) -> Result<GameTree, SgfError> {
    let mut faults = Faults::new(text, Place { line: 1, column: 1 }, mode);
    let (game, _) = parse_game(text, 0, &mut faults, true)?.expect("a required game is found or an error");
    Ok(game)
}

/// Collects faults, or stops at the first one, and knows lines and columns without counting from the start each time.
pub(crate) struct Faults<'t> {
    text: &'t str,
    origin: Place,
    mode: Mode,
    pub kept: Vec<SgfError>,
    pub further: usize,
    cursor: (usize, Place),
}

impl<'t> Faults<'t> {
    pub fn new(text: &'t str, origin: Place, mode: Mode) -> Self {
        Faults { text, origin, mode, kept: Vec::new(), further: 0, cursor: (0, origin) }
    }

    pub fn place(&mut self, offset: usize) -> Place {
        let (from, place) = if offset >= self.cursor.0 { self.cursor } else { (0, self.origin) };
        let place = Place::of(&self.text[from..], offset - from, place);
        // Between CR and LF the cursor would count the line break twice.
        if self.text.as_bytes().get(offset) != Some(&b'\n') {
            self.cursor = (offset, place);
        }
        place
    }

    fn count(&self) -> usize {
        self.kept.len() + self.further
    }

    fn report(&mut self, offset: usize, problem: Problem) -> Result<(), SgfError> {
        if self.mode == Mode::Lenient && self.kept.len() >= KEPT_WARNINGS {
            self.further += 1;
            return Ok(());
        }
        let fault = SgfError { place: self.place(offset), problem };
        if self.mode == Mode::Strict {
            return Err(fault);
        }
        self.kept.push(fault);
        Ok(())
    }
}

/// Everything up to the blank counts as white space: files end in NUL or Ctrl-Z, and old ones hold worse.
fn is_space(byte: u8) -> bool {
    byte <= b' '
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

/// The next `(` that opens a game: followed by `;`, or (semicolon forgotten) by a property.
fn find_start(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        if bytes[at] == b'(' {
            let next = skip_space(bytes, at + 1);
            let mut end = next;
            while end < bytes.len() && bytes[end].is_ascii_alphabetic() {
                end += 1;
            }
            if bytes.get(next) == Some(&b';') || end > next && bytes.get(skip_space(bytes, end)) == Some(&b'[') {
                return Some(at);
            }
            // Jump over what was looked at, so that "( ( ( …" with long gaps stays linear.
            at = next.max(at + 1);
        } else {
            at += 1;
        }
    }
    None
}

fn stray(byte: u8) -> Problem {
    if byte == b')' { Problem::ExtraCloseParen } else { Problem::JunkBeforeGame }
}

/// Reads one game starting at byte `from`; `None` if nothing but white space is left and none is required.
pub(crate) fn parse_game<'t>(
    text: &'t str,
    from: usize,
    faults: &mut Faults<'t>,
    required: bool,
) -> Result<Option<(GameTree, usize)>, SgfError> {
    let bytes = text.as_bytes();
    let blank = skip_space(bytes, from);
    if blank == bytes.len() && !required {
        return Ok(None);
    }
    let start = if bytes.get(blank) == Some(&b'(')
        && find_start(&bytes[..bytes.len().min(blank + 512)], blank) == Some(blank)
    {
        blank
    } else {
        match find_start(bytes, blank) {
            Some(start) => {
                if start != blank {
                    faults.report(blank, stray(bytes[blank]))?;
                }
                start
            }
            None if required => {
                return Err(SgfError { place: faults.place(blank), problem: Problem::NoGame });
            }
            None => {
                faults.report(blank, stray(bytes[blank]))?;
                return Ok(None);
            }
        }
    };
    if bytes.len() - from > (u32::MAX - 16) as usize {
        return Err(SgfError { place: faults.place(from), problem: Problem::TooLarge((u32::MAX - 16) as usize) });
    }
    let mut reader = Reader::new(text, from, start, faults);
    reader.read()?;
    let end = reader.at;
    let mut tree = reader.tree;
    tree.preamble = if start == blank { Span::new(0, blank - from) } else { Span::default() };
    tree.text = text[from..end].to_owned();
    tree.source_length = tree.text.len() as u32;
    tree.origin = faults.place(from);
    Ok(Some((tree, end)))
}

/// An open parenthesis.
struct Frame {
    /// The node the variation hangs on.
    parent: u32,
    /// The first node inside, once there is one.
    head: u32,
    /// A variation inside has ended, so only further variations may follow.
    had_variation: bool,
}

struct Reader<'t, 'f> {
    bytes: &'t [u8],
    /// Spans are relative to this byte.
    base: usize,
    at: usize,
    faults: &'f mut Faults<'t>,
    tree: GameTree,
    frames: Vec<Frame>,
    current: u32,
    open_gap: Span,
    /// The node being read, where it began, and the number of faults then.
    reading: Option<(u32, usize, usize)>,
    modern: bool,
    names_complained: bool,
}

impl<'t, 'f> Reader<'t, 'f> {
    fn new(text: &'t str, base: usize, start: usize, faults: &'f mut Faults<'t>) -> Self {
        let mut tree = GameTree::new();
        tree.nodes.clear();
        let expected = (text.len() - start) / 8;
        tree.nodes.reserve(expected.min(512));
        tree.properties.reserve(expected.min(512));
        tree.values.reserve(expected.min(512));
        Reader {
            bytes: text.as_bytes(),
            base,
            at: start,
            faults,
            tree,
            frames: Vec::with_capacity(8),
            current: NONE,
            open_gap: Span::default(),
            reading: None,
            modern: false,
            names_complained: false,
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start - self.base, end - self.base)
    }

    fn text(&self, start: usize, end: usize) -> String {
        let end = end.min(start + 40);
        String::from_utf8_lossy(&self.bytes[start..end]).into_owned()
    }

    fn read(&mut self) -> Result<(), SgfError> {
        loop {
            let after = self.at;
            self.at = skip_space(self.bytes, after);
            let Some(&byte) = self.bytes.get(self.at) else {
                self.finish_node();
                self.faults.report(after, Problem::MissingCloseParen)?;
                break;
            };
            match byte {
                b';' => {
                    self.finish_node();
                    let start = self.at;
                    self.at += 1;
                    self.start_node(start, true)?;
                }
                b'(' => self.open(),
                b')' => {
                    if self.close()? {
                        break;
                    }
                }
                b'[' => {
                    let start = self.at;
                    self.faults.report(start, Problem::ValueWithoutName)?;
                    self.value_named(start, start)?;
                }
                byte if byte.is_ascii_alphabetic() => self.property()?,
                _ => self.junk()?,
            }
        }
        if self.tree.nodes.is_empty() {
            self.start_node(self.at, false)?;
            self.reading = None;
        }
        self.tree.nodes[0].parenthesised = true;
        Ok(())
    }

    fn open(&mut self) {
        self.finish_node();
        let gap = self.at + 1;
        self.at = skip_space(self.bytes, gap);
        self.open_gap = self.span(gap, self.at);
        self.frames.push(Frame { parent: self.current, head: NONE, had_variation: false });
    }

    /// Ends a variation; true if it was the game itself.
    fn close(&mut self) -> Result<bool, SgfError> {
        self.finish_node();
        let at = self.at;
        let frame = self.frames.pop().expect("a game starts with an open parenthesis");
        if frame.head == NONE {
            self.faults.report(at, Problem::EmptyVariation)?;
        }
        self.at = skip_space(self.bytes, at + 1);
        let gap = self.span(at + 1, self.at);
        if frame.head != NONE {
            self.tree.nodes[frame.head as usize].close_gap = gap;
        }
        self.current = frame.parent;
        match self.frames.last_mut() {
            Some(outer) => {
                outer.had_variation = true;
                Ok(false)
            }
            None => Ok(true),
        }
    }

    fn start_node(&mut self, start: usize, written: bool) -> Result<(), SgfError> {
        let faults_before = self.faults.count();
        if !written {
            self.faults.report(start, Problem::MissingSemicolon)?;
        }
        let id = self.tree.nodes.len() as u32;
        // "((;a)(;b))": a second root becomes a variation of the first.
        let parent = if self.current == NONE && id > 0 { 0 } else { self.current };
        let mut node = RecordNode::new(parent);
        node.first_property = self.tree.properties.len() as u32;
        let mut stray = false;
        if let Some(frame) = self.frames.last_mut() {
            if frame.head == NONE {
                frame.head = id;
                node.parenthesised = true;
                node.open_gap = self.open_gap;
            }
            stray = std::mem::take(&mut frame.had_variation);
        }
        if stray {
            self.faults.report(start, Problem::NodeAfterVariation)?;
        }
        if parent != NONE {
            let last = self.tree.nodes[parent as usize].last_child;
            node.prev = last;
            match last {
                NONE => self.tree.nodes[parent as usize].first_child = id,
                last => self.tree.nodes[last as usize].next = id,
            }
            self.tree.nodes[parent as usize].last_child = id;
        }
        self.tree.nodes.push(node);
        self.current = id;
        self.reading = Some((id, start, if written { self.faults.count() } else { faults_before }));
        Ok(())
    }

    /// Notes the finished node's source, if nothing in it had to be repaired.
    fn finish_node(&mut self) {
        if let Some((id, start, faults)) = self.reading.take()
            && faults == self.faults.count()
        {
            self.tree.nodes[id as usize].verbatim = self.span(start, self.at);
        }
    }

    fn property(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        let mut end = start;
        let (mut small, mut digits) = (false, false);
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'A'..=b'Z' => {}
                b'a'..=b'z' => small = true,
                b'0'..=b'9' => digits = true,
                _ => break,
            }
            end += 1;
        }
        self.at = skip_space(self.bytes, end);
        if self.bytes.get(self.at) != Some(&b'[') {
            return self.faults.report(start, Problem::MissingValue(self.text(start, end)));
        }
        if self.reading.is_none() {
            self.start_node(start, false)?;
        }
        if (small || digits) && self.modern && !self.names_complained {
            self.names_complained = true;
            let name = self.text(start, end);
            let problem = if small { Problem::SmallLetters(name) } else { Problem::DigitsInName(name) };
            let faults = self.faults.count();
            self.faults.report(start, problem)?;
            // The name is kept as it is: nothing was repaired, the node may be copied verbatim.
            if let Some(reading) = &mut self.reading
                && reading.2 == faults
            {
                reading.2 = self.faults.count();
            }
        }
        let name = &self.bytes[start..end];
        let key = key_of(name);
        let first_value = self.tree.values.len() as u32;
        loop {
            let span = self.value_named(start, end)?;
            self.tree.values.push(span);
            let next = skip_space(self.bytes, self.at);
            if self.bytes.get(next) != Some(&b'[') {
                break;
            }
            self.at = next;
        }
        const FF: u64 = key_of(b"FF");
        if key == FF && self.current == 0 {
            let span = self.tree.values[first_value as usize];
            let value = &self.bytes[span.start as usize + self.base..span.end as usize + self.base];
            self.modern = std::str::from_utf8(value).is_ok_and(|v| v.trim().parse::<u8>().is_ok_and(|v| v >= 4));
        }
        let value_count = self.tree.values.len() as u32 - first_value;
        self.tree.properties.push(Property { key, name: self.span(start, end), first_value, value_count });
        self.tree.nodes[self.current as usize].property_count += 1;
        Ok(())
    }

    fn value_named(&mut self, name_start: usize, name_end: usize) -> Result<Span, SgfError> {
        let start = self.at + 1;
        let mut end = start;
        loop {
            match self.bytes.get(end) {
                Some(b']') => {
                    self.at = end + 1;
                    return Ok(self.span(start, end));
                }
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
                None => break,
            }
        }
        self.at = self.bytes.len();
        let name = self.text(name_start, name_end);
        self.faults.report(start - 1, Problem::UnterminatedValue(name))?;
        Ok(self.span(start, self.bytes.len()))
    }

    /// One report for a run of characters that mean nothing here.
    fn junk(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        let text = &self.faults.text[start..];
        let first = text.chars().next().unwrap_or('\u{fffd}');
        let end = text
            .bytes()
            .position(|byte| is_space(byte) || matches!(byte, b';' | b'(' | b')' | b'[') || byte.is_ascii_alphabetic())
            .unwrap_or(text.len());
        self.at = start + end.max(first.len_utf8());
        self.faults.report(start, Problem::Junk(first))
    }
}
