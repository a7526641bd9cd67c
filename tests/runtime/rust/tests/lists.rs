//! The ops of the C++ headers, of the C header and of the crate are the same, and the crate declares C's functions with
//! their types. Reads the sources, because no program uses all three.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {}", path.display(), error))
}

/// The functions of a header, as name and parameters. Their declarations begin at the first column.
fn declarations(header: &str) -> Vec<(String, String)> {
    let declarations = format!("\n{}", header);
    let of = |declaration: &str| {
        let (before, parameters) = declaration.split(';').next()?.split_once('(')?;
        Some((before.rsplit(' ').next()?.to_string(), parameters.to_string()))
    };
    declarations.split("\nROCM_BINDGEN_API ").skip(1).filter_map(of).collect()
}

/// The functions of the C header, without the prefix of their names.
fn functions_of_c() -> BTreeSet<String> {
    let header = read("runtime/ops/include/rocm_bindgen/rocm_bindgen_ops.h");
    let names =
        declarations(&header).into_iter().map(|(name, _)| name.strip_prefix("rocm_bindgen_").unwrap().to_string());
    names.collect()
}

/// The functions of the C++ headers, with the names that they have in C, where names are not overloaded.
fn functions_of_cpp() -> BTreeSet<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../runtime/ops/include/rocm_bindgen/ops");
    let headers = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let name_in_c = |(name, parameters): (String, String)| {
        if parameters.contains("ArgReduce op") {
            return format!("arg_{}", name);
        }
        let of_blocks = parameters.contains("QuantizedView& weights") && parameters.contains("QuantizedView& in");
        name + if of_blocks { "_blocks" } else { "" }
    };
    headers.flat_map(|header| declarations(&header)).map(name_in_c).collect()
}

fn difference(from: &BTreeSet<String>, to: &BTreeSet<String>) -> Vec<String> {
    from.difference(to).cloned().collect()
}

#[test]
fn each_op_of_the_cpp_headers_is_in_the_c_header() {
    let (cpp, c) = (functions_of_cpp(), functions_of_c());
    assert!(cpp.contains("unary") && cpp.contains("arg_reduce") && cpp.contains("matmul_blocks"), "{:?}", cpp);
    assert_eq!(difference(&cpp, &c), [""; 0]);
    // What the C header has in addition are the members of classes and enums.
    let members =
        ["block_bytes", "block_elements", "dtype_name", "quantized_format_name", "workspace_create", "workspace_free"];
    assert_eq!(difference(&c, &cpp), members);
}

#[test]
fn each_function_of_the_c_header_is_in_the_crate() {
    let sources = ["sys.rs", "mod.rs"].map(|file| read(&format!("runtime/rust/rocm-bindgen/src/ops/{}", file)));
    let of_crate: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| source.split("fn rocm_bindgen_").skip(1))
        .map(|declaration| declaration.split('(').next().unwrap().to_string())
        .collect();
    let c = functions_of_c();
    assert_eq!((difference(&c, &of_crate), difference(&of_crate, &c)), (Vec::new(), Vec::new()));
}

/// A type of C or Rust, as far as a call depends on it: whether it is a pointer, or one to a pointer, or how wide it is.
/// Structs that are passed by value are all "struct".
fn kind(text: &str) -> &'static str {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    match text.matches('*').count() {
        2 => return "pointer to a pointer",
        1 => return "pointer",
        _ => {}
    }
    let scalars = [
        ("int", "i32"),
        ("c_int", "i32"),
        ("rocm_bindgen_status", "i32"),
        ("Status", "i32"),
        ("int64_t", "i64"),
        ("i64", "i64"),
        ("uint8_t", "u8"),
        ("u8", "u8"),
        ("size_t", "usize"),
        ("usize", "usize"),
        ("bool", "bool"),
        ("float", "f32"),
        ("f32", "f32"),
        ("double", "f64"),
        ("f64", "f64"),
        ("ExclusiveStream", "pointer"),
        ("void", "nothing"),
    ];
    let known = scalars.iter().find(|(name, _)| words.contains(name));
    known.map_or(if words.is_empty() { "nothing" } else { "struct" }, |(_, kind)| *kind)
}

/// The kinds of a result and of the parameters, which `parameter` reduces to their types.
fn kinds(result: &str, parameters: &str, parameter: fn(&str) -> &str) -> Vec<&'static str> {
    let parameters = parameters.split(',').map(str::trim).filter(|text| !text.is_empty() && *text != "void");
    std::iter::once(kind(result)).chain(parameters.map(|text| kind(parameter(text)))).collect()
}

/// A parameter without its name, which is its last word.
fn type_of_c_parameter(text: &str) -> &str {
    &text[..text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1)]
}

fn type_of_rust_parameter(text: &str) -> &str {
    text.split_once(':').map_or("", |(_, of_type)| of_type)
}

/// The functions of a C header, with the kinds of their results and parameters.
fn signatures_of_c(header: &str) -> BTreeMap<String, Vec<&'static str>> {
    let of = |declaration: &str| {
        let (before, rest) = declaration.split(';').next()?.split_once('(')?;
        let name = before.rsplit(|c: char| c == ' ' || c == '*').next()?;
        let result = &before[..before.len() - name.len()];
        Some((name.to_string(), kinds(result, rest.rsplit_once(')')?.0, type_of_c_parameter)))
    };
    let text = format!("\n{}", header);
    text.split("\nROCM_BINDGEN_API ").skip(1).filter_map(of).collect()
}

/// The functions that a source of the crate declares, likewise.
fn signatures_of_crate(source: &str) -> BTreeMap<String, Vec<&'static str>> {
    let of = |declaration: &str| {
        let (name, rest) = declaration.split(';').next()?.split_once('(')?;
        let (parameters, result) = rest.rsplit_once(')')?;
        Some((format!("rocm_bindgen_{}", name), kinds(result, parameters, type_of_rust_parameter)))
    };
    source.split(" fn rocm_bindgen_").skip(1).filter_map(of).collect()
}

#[test]
fn the_crate_declares_functions_as_the_c_headers_do() {
    for (header, source, at_least) in [
        ("runtime/loader/include/rocm_bindgen/rocm_bindgen.h", "sys.rs", 30),
        ("runtime/ops/include/rocm_bindgen/rocm_bindgen_ops.h", "ops/sys.rs", 40),
    ] {
        let c = signatures_of_c(&read(header));
        let of_crate = signatures_of_crate(&read(&format!("runtime/rust/rocm-bindgen/src/{}", source)));
        assert!(of_crate.len() >= at_least, "{}: {}", source, of_crate.len());
        for (name, signature) in of_crate {
            assert_eq!(Some(&signature), c.get(&name), "{}", name);
        }
    }
}

#[test]
fn signatures_are_read() {
    let c =
        signatures_of_c("ROCM_BINDGEN_API void* rocm_bindgen_f(const int* a, bool b,\n    x** c, size_t d, x e);\n");
    let expected = vec!["pointer", "pointer", "bool", "pointer to a pointer", "usize", "struct"];
    assert_eq!(c["rocm_bindgen_f"], expected);
    let rust = "    fn rocm_bindgen_f(a: *const c_int, b: bool, c: *mut *mut X, d: usize, e: X) -> *mut c_void;\n";
    assert_eq!(signatures_of_crate(rust)["rocm_bindgen_f"], expected);
    assert_eq!(signatures_of_crate("    fn rocm_bindgen_g();\n")["rocm_bindgen_g"], ["nothing"]);
    assert_eq!(signatures_of_c("ROCM_BINDGEN_API void rocm_bindgen_g(void);\n")["rocm_bindgen_g"], ["nothing"]);
}
