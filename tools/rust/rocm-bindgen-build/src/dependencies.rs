//! Dependency files in the syntax of make: `target: \` and one path per line.

use std::ffi::OsString;
use std::iter::once;
use std::mem::take;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// Returns the paths in a dependency file, without the targets. In a path, `\ ` is a blank, `\#` is a number sign, `\:`
/// is a colon and `$$` is a dollar sign; of the backslashes before an escaped character, each is written twice. Paths
/// are bytes, because a file name need not be UTF-8.
pub fn parse(text: &[u8]) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let (mut word, mut is_after_target) = (Vec::new(), false);
    let mut bytes = text.iter().copied().chain(once(b'\n')).peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek().copied()) {
            (b'\\', Some(b' ' | b'#' | b':')) => {
                let backslashes = word.iter().rev().take_while(|byte| **byte == b'\\').count();
                word.truncate(word.len() - backslashes / 2);
                word.extend(bytes.next());
            }
            (b'$', Some(b'$')) => word.extend(bytes.next()),
            (b' ' | b'\t' | b'\n', _) | (b'\\', Some(b'\n')) => {
                let ended = take(&mut word);
                if is_after_target && !ended.is_empty() {
                    paths.push(PathBuf::from(OsString::from_vec(ended)));
                } else if ended.ends_with(b":") {
                    is_after_target = true;
                }
                // A rule ends with its line, unless a backslash precedes the newline.
                if byte == b'\n' {
                    is_after_target = false;
                } else if byte == b'\\' {
                    bytes.next();
                }
            }
            _ => word.push(byte),
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn paths_follow_the_target() {
        assert_eq!(
            parse(b"out/a.h: \\\n  src/a.cu \\\n  /usr/include/b.h\n"),
            ["src/a.cu", "/usr/include/b.h"].map(PathBuf::from)
        );
        assert_eq!(parse(b"a: b\nc: d"), ["b", "d"].map(PathBuf::from));
        assert!(parse(b"").is_empty());
        assert!(parse(b"out/a.h:\n").is_empty());
    }

    #[test]
    fn escapes_are_removed() {
        assert_eq!(parse(b"o: \\\n  a\\ b.cu \\\n  c$$d\\#.h"), ["a b.cu", "c$d#.h"].map(PathBuf::from));
        assert_eq!(parse(b"o: a\\\\\\ b \\\n c\\d"), ["a\\ b", "c\\d"].map(PathBuf::from));
    }

    #[test]
    fn paths_can_have_any_bytes() {
        assert_eq!(parse(b"o: a\xff.h"), [PathBuf::from(OsStr::from_bytes(b"a\xff.h"))]);
    }
}
