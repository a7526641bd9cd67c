//! Messages of the command, which are JSON objects, one per line.

use crate::json;

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
    let message = json::parse(line)?;
    let member = |name: &str| Some(message.get(name)?.texts().join(", "));
    let get = |name: &str| member(name).unwrap_or_default();
    let mut text = String::new();
    if !get("file").is_empty() {
        text += &get("file");
        for position in ["line", "column"].map(get) {
            if !matches!(position.as_str(), "" | "0") {
                text += ":";
                text += &position;
            }
        }
        text += ": ";
    }
    text += &member("text")?;
    if !get("targets").is_empty() {
        text += &format!(" [{}]", get("targets"));
    }
    if !get("hint").is_empty() {
        text += "\nhelp: ";
        text += &get("hint");
    }
    Some(Message { severity: member("severity")?, text })
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
        for line in ["", "text", "{", "{}", "[1]", "{\"severity\":\"error\"}"] {
            assert_eq!(parse(line), None, "{}", line);
        }
    }
}
