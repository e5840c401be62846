//! The languages of the product, and texts that knowledge files give in each of them.

macro_rules! languages {
    ($($name:ident = $code:literal),* $(,)?) => {
        /// A language the product speaks; the first is spoken where nothing else was asked for.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Lang {
            $($name),*
        }

        impl Lang {
            pub const ALL: &[Lang] = &[$(Lang::$name),*];

            pub const fn code(self) -> &'static str {
                match self {
                    $(Lang::$name => $code),*
                }
            }
        }
    };
}

// a new language: a line here, a word in `LEXICONS` of gosedai-knowledge, and its files under `knowledge/lexicon`
languages! {
    En = "en",
    Ja = "ja",
}

impl Default for Lang {
    fn default() -> Lang {
        Lang::ALL[0]
    }
}

impl Lang {
    /// The language with this code.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.iter().copied().find(|lang| lang.code() == code)
    }
}

/// One text in all languages; a language that lacks it takes the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts(Vec<String>);

impl Texts {
    /// Asks for the text in every language.
    pub fn each(text: impl Fn(Lang) -> Option<String>) -> Texts {
        Texts(Lang::ALL.iter().map(|&lang| text(lang).unwrap_or_default()).collect())
    }

    pub fn of(&self, lang: Lang) -> &str {
        let own = self.0.get(lang as usize).filter(|text| !text.is_empty());
        own.or_else(|| self.0.first()).map_or("", String::as_str)
    }

    pub fn is_empty(&self) -> bool {
        self.of(Lang::default()).is_empty()
    }

    /// Is there a text of its own for every language?
    pub fn is_complete(&self) -> bool {
        self.0.len() == Lang::ALL.len() && self.0.iter().all(|text| !text.is_empty())
    }
}

/// Is a broken line joined without a space here: beside a letter of a script that has none?
pub(crate) fn joins_without_space(before: Option<char>, after: Option<char>) -> bool {
    let is_dense = |c: Option<char>| c.is_some_and(|c| ('\u{2e80}'..'\u{fffe}').contains(&c));
    is_dense(before) || is_dense(after)
}
