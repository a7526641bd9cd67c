//! The lines that cargo reads from a build script's standard output. They have one colon, because cargo before 1.77
//! does not know the syntax with two.

use std::path::Path;

/// Makes cargo run the build script again if the file changes. Cargo reads one line per file, so a name with a newline
/// cannot be watched.
pub fn rerun_if_changed(file: &Path) {
    if let Some(name) = file.to_str().filter(|name| !name.contains('\n')) {
        println!("cargo:rerun-if-changed={}", name);
    }
}

/// Makes cargo run the build script again if the environment variable changes.
pub fn rerun_if_env_changed(variable: &str) {
    println!("cargo:rerun-if-env-changed={}", variable);
}

/// Makes cargo show a warning. Cargo shows one line, so the lines of the text are joined.
pub fn warning(text: &str) {
    println!("cargo:warning={}", text.lines().collect::<Vec<_>>().join("; "));
}
