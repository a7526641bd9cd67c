//! What happens without the library. A process opens the library once, so this file has only one test.
#![cfg(not(feature = "link"))]

use rocm_bindgen::{Device, ErrorCode};

#[test]
fn a_failure_to_open_the_library_is_explained_and_the_next_call_tries_again() {
    let variable = "ROCM_BINDGEN_RUNTIME_LIBRARY";
    let original = std::env::var_os(variable);
    std::env::set_var(variable, "/nowhere/librocm_bindgen_runtime.so");
    let error = Device::count().unwrap_err();
    assert_eq!(error.code(), ErrorCode::NoLibrary);
    let text = error.to_string();
    assert!(text.contains("/nowhere/librocm_bindgen_runtime.so: cannot open"), "{}", text);
    assert!(text.contains("install the package librocm-bindgen-runtime0, or set ROCM_BINDGEN_RUNTIME_LIBRARY"));

    // A library that is not the runtime.
    std::env::set_var(variable, "libm.so.6");
    let text = Device::count().unwrap_err().to_string();
    assert!(text.contains("'libm.so.6' has no function rocm_bindgen_last_error"), "{}", text);

    // The next call tries again.
    if let Some(path) = original {
        std::env::set_var(variable, path);
        assert_ne!(Device::count().map_err(|error| error.code()), Err(ErrorCode::NoLibrary));
    }
}
