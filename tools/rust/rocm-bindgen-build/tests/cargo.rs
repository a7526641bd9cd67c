//! A build script as cargo runs it: when it runs again, and what it shows.

mod package;

use package::{Package, ONE, TWO};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread::sleep;
use std::time::Duration;

/// Waits, so that a file that is written next has a later time stamp. Linux advances the time stamps of files at least
/// every 10 ms.
fn wait() {
    sleep(Duration::from_millis(20));
}

#[test]
fn the_script_runs_again_if_a_header_changes_or_a_source_is_added_or_removed() {
    // The header is outside of the source folder, so that cargo knows it by the files that the command has read.
    let package = Package::new("again", ".src_dir(\"kernels\").flag(\"-Iinclude\")");
    fs::create_dir(package.0.join("include")).unwrap();
    package.write("include/value.cuh", "#define VALUE 1\n");
    package.write("kernels/one.cu", "#include <value.cuh>\n__global__ void one(int* out) { *out = VALUE; }\n");
    let (ran, shown) = package.succeed("1\n");
    assert!(ran && shown.contains("the script ran"), "{}", shown);
    assert!(!package.succeed("1\n").0);

    wait();
    package.write("include/value.cuh", "#define VALUE 2\n");
    assert!(package.succeed("1\n").0);
    assert!(!package.succeed("1\n").0);

    wait();
    package.write("kernels/two.cu", TWO);
    assert!(package.succeed("2\n").0);
    assert!(!package.succeed("2\n").0);

    wait();
    fs::remove_file(package.0.join("kernels/two.cu")).unwrap();
    assert!(package.succeed("1\n").0);
    assert!(!package.succeed("1\n").0);
}

#[test]
fn the_script_runs_again_if_a_source_is_added_to_a_folder_that_a_config_file_names() {
    let package = Package::new("configured", ".config(\"options/build.json\")");
    fs::create_dir(package.0.join("options")).unwrap();
    package.write("options/build.json", "{\"build\": {\"inputs\": \"../kernels\"}} // a comment\n");
    assert!(package.succeed("1\n").0);
    assert!(!package.succeed("1\n").0);

    wait();
    package.write("kernels/two.cu", TWO);
    assert!(package.succeed("2\n").0);

    // The folder of a source that was added is watched, too.
    wait();
    fs::create_dir(package.0.join("more")).unwrap();
    package.write("more/three.cu", ONE);
    package.write("options/build.json", "{\"inputs\": [\"../kernels\", \"../more\"]}\n");
    assert!(package.succeed("3\n").0);
    assert!(!package.succeed("3\n").0);
}

#[test]
fn the_script_runs_again_if_the_command_changes() {
    let package = Package::new("command", ".src_dir(\"kernels\").tool(\"./command\")");
    let script = "#!/bin/sh\nexec \"$ROCM_BINDGEN\" \"$@\"\n";
    package.write("command", script);
    fs::set_permissions(package.0.join("command"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(package.succeed("1\n").0);
    assert!(!package.succeed("1\n").0);

    wait();
    package.write("command", &format!("{}# changed\n", script));
    assert!(package.succeed("1\n").0);
    assert!(!package.succeed("1\n").0);
}

#[test]
fn cargo_shows_which_files_it_cannot_watch() {
    let package = Package::new("blank", ".src_dir(\"kernels\").src_dir(\"more \")");
    fs::create_dir(package.0.join("more ")).unwrap();
    package.write("more /two.cu", TWO);
    let (_, shown) = package.succeed("2\n");
    assert!(shown.contains("cargo cannot watch \"more \", because its name"), "{}", shown);
}

#[test]
fn cargo_shows_warnings_and_errors_of_the_sources() {
    let package = Package::new("messages", ".src_dir(\"kernels\")");
    package.write("kernels/one.cu", "#warning look here\n__global__ void one(int* out) { *out = 1; }\n");
    let (_, shown) = package.succeed("1\n");
    assert!(shown.contains(" kernels/one.cu:1:2: look here [gfx1100]"), "{}", shown);

    wait();
    package.write("kernels/one.cu", "__global__ void one(int* out) { *out = x; }\n");
    let output = package.run();
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(shown.contains("error: kernels/one.cu:1:40: use of undeclared identifier 'x' [gfx1100]"), "{}", shown);
}
