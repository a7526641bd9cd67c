//! A device that no code object fits. The driver is selected once per process, so this file has one test.

use rocm_bindgen::{Buffer, ErrorCode, Launch};
use rocm_bindgen_tests::{hsaco, open};

#[test]
fn no_code_object_fits() {
    std::env::set_var("ROCM_BINDGEN_DRIVER", "emulated:gfx90a");
    let (device, stream) = open();
    let expected = "module 'count' has no code object for gfx90a";
    let mut counters = Buffer::zeros(&device, 64).unwrap();
    for error in [
        device.get_or_load_func("count", &hsaco::COUNT).unwrap_err(),
        device.preload(&hsaco::COUNT).unwrap_err(),
        hsaco::count::count(&stream, Launch::new(1, 64), &mut counters, 64, 1).unwrap_err(),
    ] {
        assert_eq!(error.code(), ErrorCode::NoCodeObject);
        assert!(error.to_string().starts_with(expected) && error.to_string().contains("rebuild with"), "{}", error);
    }
    // The device can still be used.
    assert_eq!(counters.read(&stream).unwrap(), [0u32; 64]);
}
