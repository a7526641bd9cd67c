//! Where the command is found without Builder::tool(). The environment belongs to the process, so this file has one
//! test.

use rocm_bindgen_build::{Builder, ErrorKind};
use std::env;
use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};

#[test]
fn the_command_is_found_by_the_environment() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lookup-{}", std::process::id()));
    let (first, second) = (folder.join("first"), folder.join("second"));
    [&first, &second].into_iter().for_each(|path| fs::create_dir_all(path).unwrap());
    fs::write(folder.join("one.cu"), "__global__ void one(int* out) { *out = 1; }\n").unwrap();
    let build = || {
        let builder = Builder::default().src_dir(folder.join("one.cu")).out_dir(folder.join("out"));
        builder.target_arch("gfx1100").flag("-O0").build_hsaco()
    };
    let real = PathBuf::from(env::var_os("ROCM_BINDGEN").expect("the tests need ROCM_BINDGEN"));
    env::set_var("PATH", env::join_paths([&first, &second]).unwrap());

    // The variable comes first. What it names must be a program.
    env::set_var("ROCM_BINDGEN", folder.join("one.cu"));
    let text = build().unwrap_err().to_string();
    assert!(text.starts_with("the environment variable ROCM_BINDGEN names ") && text.contains("one.cu, "), "{}", text);

    // PATH is searched for a name without a slash. What does not run is not called a wrong version.
    symlink(&real, second.join("another-name")).unwrap();
    env::set_var("ROCM_BINDGEN", "another-name");
    build().unwrap();
    let broken = first.join("broken");
    fs::write(&broken, "#!/bin/sh\necho no library >&2\nexit 3\n").unwrap();
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
    env::set_var("ROCM_BINDGEN", &broken);
    let error = build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoTool);
    let expected = format!("{} --version failed (exit status: 3): no library; install ", broken.display());
    assert!(error.to_string().starts_with(&expected), "{}", error);

    // An empty variable is as if it were not set. A file that is not executable is not the command.
    env::set_var("ROCM_BINDGEN", "");
    fs::write(first.join("rocm-bindgen"), "").unwrap();
    symlink(&real, second.join("rocm-bindgen")).unwrap();
    build().unwrap();

    // Without the packages, none of the places has the command.
    fs::remove_file(second.join("rocm-bindgen")).unwrap();
    if !["/usr/local/bin", "/usr/bin", "/opt/rocm-bindgen/bin"]
        .map(Path::new)
        .iter()
        .any(|path| path.join("rocm-bindgen").exists())
    {
        let error = build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoTool);
        let expected = format!(
            "the command rocm-bindgen was not found; install the package rocm-bindgen, version 0.1, or set ROCM_BINDGEN \
             to the path of the command; tried:\n  {}/rocm-bindgen\n  {}/rocm-bindgen\n  /usr/local/bin/rocm-bindgen\n  \
             /usr/bin/rocm-bindgen\n  /opt/rocm-bindgen/bin/rocm-bindgen",
            first.display(),
            second.display()
        );
        assert_eq!(error.to_string(), expected);
    }
    fs::remove_dir_all(&folder).unwrap();
}
