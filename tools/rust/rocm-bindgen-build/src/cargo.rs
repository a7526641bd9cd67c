//! The lines that cargo reads from a build script's standard output. They have one colon, because cargo before 1.77
//! does not know the syntax with two.

use std::path::Path;

/// Makes cargo run the build script again if the file, or a file in the folder, changes.
pub fn rerun_if_changed(path: &Path) {
    match watchable(path) {
        Some(name) => println!("cargo:rerun-if-changed={}", name),
        None => warning(&format!(
            "cargo cannot watch {:?}, because its name is not UTF-8, contains a newline, or begins or ends with a \
             blank; if it changes, touch build.rs",
            path
        )),
    }
}

/// Returns the name as cargo reads it: one line of UTF-8, without blanks at its ends. `None` for any other name.
fn watchable(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains('\n') && name.trim() == *name)
}

/// Makes cargo run the build script again if the environment variable changes.
pub fn rerun_if_env_changed(variable: &str) {
    println!("cargo:rerun-if-env-changed={}", variable);
}

/// Makes cargo show a warning. Cargo shows one line, so the lines of the text are joined.
pub fn warning(text: &str) {
    println!("cargo:warning={}", text.lines().collect::<Vec<_>>().join("; "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_that_cargo_reads_differently_are_not_watched() {
        for (name, expected) in [
            (&b"a b.cu"[..], Some("a b.cu")),
            (b"\xc3\xa9.cu", Some("\u{e9}.cu")),
            (b"a\xff.cu", None),
            (b"a\nb.cu", None),
            (b"folder ", None),
        ] {
            assert_eq!(watchable(Path::new(OsStr::from_bytes(name))), expected);
        }
    }
}
