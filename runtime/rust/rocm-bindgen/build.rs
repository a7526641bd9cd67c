//! Makes the enums of ops from the tables that the C++ library is made from, and links the libraries if a feature asks
//! for that.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An enum of ops: its name, its documentation, the table, and the macro in it whose rows are the enumerators.
const ENUMS: [(&str, &str, &str, &str); 5] = [
    ("Unary", "Functions of one float operand.", "unary.def", "ROCM_BINDGEN_UNARY_OPS"),
    ("Binary", "Functions of two operands.", "binary.def", "ROCM_BINDGEN_BINARY_OPS"),
    ("Compare", "Comparisons of two operands.", "binary.def", "ROCM_BINDGEN_COMPARE_OPS"),
    ("Reduce", "Reductions.", "reduce.def", "ROCM_BINDGEN_REDUCE_OPS"),
    ("ArgReduce", "Reductions that return the index of an element.", "reduce.def", "ROCM_BINDGEN_ARG_REDUCE_OPS"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    for (name, documentation, table, list) in ENUMS {
        let path = tables_folder()?.join(table);
        println!("cargo:rerun-if-changed={}", path.display());
        let rows = names(&fs::read_to_string(&path)?, list);
        if rows.is_empty() {
            return Err(format!("{}: no rows in {}", path.display(), list).into());
        }
        write_enum(&mut text, name, documentation, &rows)?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), text)?;
    if env::var_os("CARGO_FEATURE_LINK").is_some() {
        link(env::var_os("CARGO_FEATURE_STATIC").is_some())?;
    }
    Ok(())
}

/// The folder of the tables: in this crate if it is installed, and among the kernels in the repository.
fn tables_folder() -> Result<PathBuf, Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let installed = root.join("tables");
    let folder = if installed.is_dir() { installed } else { root.join("../../../kernels/tables/rocm_bindgen/ops") };
    if !folder.is_dir() {
        return Err(format!(
            "the crate is incomplete: neither tables/ nor {} exists; install it again",
            folder.display()
        )
        .into());
    }
    Ok(folder)
}

/// Returns the names of the rows of a list: `X(SUFFIX, T, neg, ...)` has the name "neg", and so has `X(neg, ...)`.
fn names(table: &str, list: &str) -> Vec<String> {
    let definition = format!("#define {}(", list);
    let lines = table.lines().skip_while(|line| !line.starts_with(&definition));
    let mut names = Vec::new();
    for (index, line) in lines.enumerate() {
        if index != 0 {
            let row = line.trim_start().trim_start_matches("X(").trim_start_matches("SUFFIX, T, ");
            names.extend(row.split(',').next().map(|name| name.trim().to_string()));
        }
        // The last row has no continuation.
        if !line.ends_with('\\') {
            break;
        }
    }
    names
}

fn write_enum(text: &mut String, name: &str, documentation: &str, rows: &[String]) -> Result<(), std::fmt::Error> {
    writeln!(text, "/// {} The numbers are those of the C API.", documentation)?;
    writeln!(text, "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(i32)]\npub enum {} {{", name)?;
    for row in rows {
        writeln!(text, "    /// `{}`\n    {},", row, capitalised(row))?;
    }
    writeln!(text, "}}\n\nimpl {} {{\n    /// All of them, in order.", name)?;
    let all: Vec<String> = rows.iter().map(|row| format!("{}::{}", name, capitalised(row))).collect();
    writeln!(text, "    pub const ALL: [{}; {}] = [{}];\n", name, rows.len(), all.join(", "))?;
    writeln!(text, "    /// The name in C++ and in messages.\n    pub const fn name(self) -> &'static str {{")?;
    writeln!(text, "        match self {{")?;
    for row in rows {
        writeln!(text, "            {}::{} => \"{}\",", name, capitalised(row), row)?;
    }
    writeln!(text, "        }}\n    }}\n}}\n")
}

/// Returns a name as an enumerator: "gelu_erf" becomes "GeluErf".
fn capitalised(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

/// Asks pkg-config for the libraries and makes cargo link them.
fn link(statically: bool) -> Result<(), Box<dyn Error>> {
    for variable in ["PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"] {
        println!("cargo:rerun-if-env-changed={}", variable);
    }
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let mut command = Command::new(&program);
    command.args(if statically { &["--static", "--libs"][..] } else { &["--libs"] }).arg("rocm_bindgen-kernels");
    let output = command
        .output()
        .map_err(|error| format!("cannot start {}: {}; install pkg-config", Path::new(&program).display(), error))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        return Err(format!(
            "pkg-config does not find rocm-bindgen's libraries: {}; install librocm-bindgen-dev, or set PKG_CONFIG_PATH",
            reason
        )
        .into());
    }
    for word in words(&String::from_utf8(output.stdout)?) {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder);
        } else if let Some(library) = word.strip_prefix("-l") {
            // A static library is not copied into the crate, so that a program contains it once.
            let ours = library.starts_with("rocm_bindgen");
            let kind = if statically && ours { "static:-bundle" } else { "dylib" };
            println!("cargo:rustc-link-lib={}={}", kind, library);
        }
    }
    Ok(())
}

/// Splits what pkg-config prints, in which a backslash precedes a blank that belongs to a word.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => words.last_mut().unwrap().extend(characters.next()),
            _ if character.is_whitespace() => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
