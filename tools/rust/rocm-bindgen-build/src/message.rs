//! Messages of the command, which are JSON objects, one per line.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

/// A message of the command.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Where, what and what to do, as the command prints it for people.
    pub text: String,
}

/// Returns the message in a line; `None` if the line is not one.
pub fn parse(line: &str) -> Option<Message> {
    let members = object(line)?;
    let get = |name: &str| members.get(name).map(String::as_str).unwrap_or("");
    let mut text = String::new();
    if !get("file").is_empty() {
        text += get("file");
        for position in ["line", "column"] {
            if !matches!(get(position), "" | "0") {
                text += ":";
                text += get(position);
            }
        }
        text += ": ";
    }
    text += members.get("text")?;
    if !get("targets").is_empty() {
        text += &format!(" [{}]", get("targets"));
    }
    if !get("hint").is_empty() {
        text += "\nhelp: ";
        text += get("hint");
    }
    Some(Message { severity: members.get("severity")?.clone(), text })
}

/// Returns the members of a JSON object as texts. The elements of an array are joined by ", "; the command's messages
/// have no deeper values.
fn object(line: &str) -> Option<HashMap<String, String>> {
    let mut rest = line.trim().chars().peekable();
    let mut members = HashMap::new();
    if rest.next()? != '{' {
        return None;
    }
    while *rest.peek()? != '}' {
        let name = value(&mut rest)?;
        if rest.next()? != ':' {
            return None;
        }
        members.insert(name, value(&mut rest)?);
        if *rest.peek()? == ',' {
            rest.next();
        }
    }
    Some(members)
}

fn value(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    match *rest.peek()? {
        '"' => string(rest),
        '[' => {
            rest.next();
            let mut elements = Vec::new();
            while *rest.peek()? != ']' {
                elements.push(value(rest)?);
                if *rest.peek()? == ',' {
                    rest.next();
                }
            }
            rest.next();
            Some(elements.join(", "))
        }
        _ => {
            let mut word = String::new();
            while let Some(character) = rest.next_if(|character| !matches!(character, ',' | '}' | ']' | ':' | '[')) {
                word.push(character);
            }
            // A value without characters would never end the loops above.
            Some(word).filter(|word| !word.is_empty())
        }
    }
}

fn string(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    rest.next();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' | 'f' => ' ',
                'u' => unicode(rest)?,
                other => other,
            }),
            other => text.push(other),
        }
    }
}

fn unicode(rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    let digits: String = rest.by_ref().take(4).collect();
    // Half of a surrogate pair is not a character.
    Some(char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or(char::REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_its_place_its_targets_and_its_hint() {
        let line = r#"{"severity":"error","file":"a.cu","line":3,"column":32,"text":"use of 'j'","hint":"declare it","targets":["gfx1030","gfx90a"],"category":""}"#;
        let message = parse(line).unwrap();
        assert_eq!(message.severity, "error");
        assert_eq!(message.text, "a.cu:3:32: use of 'j' [gfx1030, gfx90a]\nhelp: declare it");
    }

    #[test]
    fn a_message_without_a_place_is_its_text() {
        let line =
            r#"{"severity":"warning","file":"","line":0,"column":0,"text":"a \"b\"\n\u00e9","hint":"","targets":[]}"#;
        assert_eq!(parse(line).unwrap().text, "a \"b\"\n\u{e9}");
    }

    #[test]
    fn other_lines_are_not_messages() {
        for line in [
            "",
            "text",
            "{",
            "{}",
            "[1]",
            "{\"severity\":\"error\"}",
            "{\"severity\":,}",
            "{\"a\" 1}",
            "{\"a\":[",
            "{\"a\":\"\\u12",
        ] {
            assert_eq!(parse(line), None, "{}", line);
        }
    }
}
