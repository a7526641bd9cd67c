//! How many jobs the command may start. A script takes the command's place and writes down what it was given. The
//! environment belongs to the process, so this file has one test.

use rocm_bindgen_build::Builder;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The version only has to fit the crate's, 0.1.
const COMMAND: &str = r#"#!/bin/sh
[ "$1" = --version ] && { echo rocm-bindgen 0.1.9; exit; }
echo "MAKEFLAGS=$MAKEFLAGS $*" > "$0.given"
while [ $# -gt 0 ]; do
  case $1 in -o | -MF) echo > "$2" ;; esac
  shift
done
"#;

#[test]
fn the_command_gets_the_jobserver_of_cargo_and_the_number_of_jobs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("jobs-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let command = folder.join("command");
    fs::write(&command, COMMAND).unwrap();
    fs::set_permissions(&command, fs::Permissions::from_mode(0o755)).unwrap();
    let given = || {
        Builder::default().tool(&command).out_dir(folder.join("out")).flag("-O1").build_hsaco().unwrap();
        fs::read_to_string(folder.join("command.given")).unwrap()
    };

    std::env::set_var("NUM_JOBS", "3");
    std::env::remove_var("MAKEFLAGS");
    std::env::set_var("CARGO_MAKEFLAGS", "-j --jobserver-auth=8,9");
    let with_server = given();
    assert!(with_server.starts_with("MAKEFLAGS=-j --jobserver-auth=8,9 build -q"), "{}", with_server);
    // If the server cannot be reached, the number counts.
    assert!(with_server.ends_with(" -j 3 -O1\n"), "{}", with_server);

    std::env::remove_var("CARGO_MAKEFLAGS");
    let alone = given();
    assert!(alone.starts_with("MAKEFLAGS= build") && alone.ends_with(" -j 3 -O1\n"), "{}", alone);
    fs::remove_dir_all(&folder).unwrap();
}
