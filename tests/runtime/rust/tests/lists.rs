//! The ops of the C++ headers, of the C header and of the crate are the same. Reads the sources, because no program
//! uses all three.

use std::collections::BTreeSet;
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
