//! JSON, as far as this crate needs it: the messages of the command, and config files, which may have comments. Values
//! that are neither text nor contain others are kept as their text.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

/// A value.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    /// A text, a number, `true`, `false` or `null`.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(HashMap<String, Value>),
}

/// How deep values may be inside of others. Each level needs memory on the stack.
const MAX_DEPTH: usize = 100;

impl Value {
    /// Returns the member of an object; `None` if there is none with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.get(name),
            _ => None,
        }
    }

    /// Returns the texts of a list, or the text itself. Other values have none.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Value::Text(text) => vec![text],
            Value::List(values) => values.iter().flat_map(Value::texts).collect(),
            Value::Object(_) => Vec::new(),
        }
    }
}

/// Returns the value in a text; `None` if the text is not JSON.
pub fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser(text.chars().peekable());
    let value = parser.value(0)?;
    parser.skip_blanks()?;
    // Nothing may follow.
    parser.0.next().map_or(Some(value), |_| None)
}

struct Parser<'a>(Peekable<Chars<'a>>);

impl Parser<'_> {
    /// Skips blanks and comments. Returns `None` in a comment that does not end, or after a stray slash.
    fn skip_blanks(&mut self) -> Option<()> {
        loop {
            while self.0.next_if(|character| character.is_whitespace()).is_some() {}
            if self.0.next_if_eq(&'/').is_none() {
                return Some(());
            }
            match self.0.next()? {
                '/' => while self.0.next_if(|&character| character != '\n').is_some() {},
                '*' => {
                    let mut before = ' ';
                    while (before, *self.0.peek()?) != ('*', '/') {
                        before = self.0.next()?;
                    }
                    self.0.next();
                }
                _ => return None,
            }
        }
    }

    /// Consumes a character if it comes next, after blanks.
    fn consume(&mut self, expected: char) -> Option<bool> {
        self.skip_blanks()?;
        Some(self.0.next_if_eq(&expected).is_some())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_blanks()?;
        match *self.0.peek()? {
            _ if depth == MAX_DEPTH => None,
            '"' => self.text().map(Value::Text),
            '[' => self.list(depth).map(Value::List),
            '{' => self.object(depth).map(Value::Object),
            _ => {
                let mut word = String::new();
                while let Some(character) = self.0.next_if(|&c| c.is_alphanumeric() || "+-.".contains(c)) {
                    word.push(character);
                }
                Some(word).filter(|word| !word.is_empty()).map(Value::Text)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        self.0.next();
        while !self.consume(']')? {
            if !values.is_empty() && !self.consume(',')? {
                return None;
            }
            values.push(self.value(depth + 1)?);
        }
        Some(values)
    }

    fn object(&mut self, depth: usize) -> Option<HashMap<String, Value>> {
        let mut members = HashMap::new();
        self.0.next();
        while !self.consume('}')? {
            if !members.is_empty() && !self.consume(',')? {
                return None;
            }
            self.skip_blanks()?;
            self.0.peek().filter(|&&character| character == '"')?;
            let name = self.text()?;
            if !self.consume(':')? {
                return None;
            }
            members.insert(name, self.value(depth + 1)?);
        }
        Some(members)
    }

    /// Returns the text whose first quotation mark comes next.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        self.0.next();
        loop {
            match self.0.next()? {
                '"' => return Some(text),
                '\\' => text.push(match self.0.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' | 'f' => ' ',
                    'u' => self.unicode()?,
                    other => other,
                }),
                other => text.push(other),
            }
        }
    }

    fn unicode(&mut self) -> Option<char> {
        let digits: String = self.0.by_ref().take(4).collect();
        // Half of a surrogate pair is not a character.
        Some(char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_inside_of_others() {
        let value = parse("{\"build\": {\"inputs\": [\"a\", \"b\"], \"jobs\": 4}, \"quiet\": true}").unwrap();
        assert_eq!(value.get("build").unwrap().get("inputs").unwrap().texts(), ["a", "b"]);
        assert_eq!(value.get("build").unwrap().get("jobs").unwrap().texts(), ["4"]);
        assert_eq!(value.get("quiet"), Some(&Value::Text("true".to_string())));
        assert_eq!(value.get("absent"), None);
        assert_eq!(parse("[]"), Some(Value::List(Vec::new())));
    }

    #[test]
    fn comments_are_skipped() {
        let value = parse("// first\n{ /* a\n**/ \"a\" /**/ : \"// not one\" } // last").unwrap();
        assert_eq!(value.get("a").unwrap().texts(), ["// not one"]);
    }

    #[test]
    fn escapes_are_replaced() {
        assert_eq!(parse(r#""a \"b\"\n\u00e9\\""#), Some(Value::Text("a \"b\"\n\u{e9}\\".to_string())));
    }

    #[test]
    fn other_texts_are_not_json() {
        for text in [
            "",
            "{",
            "[1",
            "[1 2]",
            "{\"a\" 1}",
            "{\"a\":}",
            "{1:2}",
            "\"\\u12",
            "/* a",
            "/",
            "{} {}",
            "[,]",
            "{\"a\":[",
        ] {
            assert_eq!(parse(text), None, "{}", text);
        }
        assert_eq!(parse(&"[".repeat(1_000_000)), None);
    }
}
