//! Dependency files in the syntax of make: `target: \` and one path per line.

use std::path::PathBuf;

/// Returns the paths in a dependency file, without the targets.
pub fn parse(text: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for rule in text.replace("\\\n", " ").lines() {
        paths.extend(words(rule).skip_while(|word| !word.ends_with(':')).skip(1).map(PathBuf::from));
    }
    paths
}

/// The words of a line. In a word, `\ ` is a blank, `\#` is a number sign and `$$` is a dollar sign.
fn words(line: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let escaped = match (character, next) {
            ('\\', Some(' ' | '#' | ':')) | ('$', Some('$')) => characters.next(),
            _ => None,
        };
        if escaped.is_none() && character.is_whitespace() {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(escaped.unwrap_or(character));
        }
    }
    words.into_iter().filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_follow_the_target() {
        assert_eq!(
            parse("out/a.h: \\\n  src/a.cu \\\n  /usr/include/b.h\n"),
            ["src/a.cu", "/usr/include/b.h"].map(PathBuf::from)
        );
        assert!(parse("").is_empty());
        assert!(parse("out/a.h:\n").is_empty());
    }

    #[test]
    fn escapes_are_removed() {
        assert_eq!(parse("o: \\\n  a\\ b.cu \\\n  c$$d\\#.h"), ["a b.cu", "c$d#.h"].map(PathBuf::from));
    }
}
