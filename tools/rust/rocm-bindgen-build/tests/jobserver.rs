//! The command takes its jobs from cargo's jobserver: cargo, build scripts and the real command, with compiles that
//! take minutes, so that no job ends or starts while the jobs are counted.

mod package;

use package::Package;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The sources of each package, which are more than cargo's jobs.
const SOURCES: usize = 4;

const ENDLESS: &str = "
constexpr unsigned spin() {
  unsigned sum = 0;
  for (unsigned long i = 0; i < 1000000000000ul; ++i) sum += i;
  return sum;
}
extern \"C\" __global__ void endless(unsigned* out) {
  constexpr unsigned sum = spin();
  out[0] = sum;
}
";

fn sources() -> impl Iterator<Item = String> {
    (0..SOURCES).map(|source| format!("kernels/s{}.cu", source))
}

/// A running cargo. All processes that it has started are ended with it.
struct Cargo(Child);

impl Cargo {
    /// The processes of the command that have no parent of the same kind.
    fn commands(&self) -> Vec<u32> {
        let command = fs::canonicalize(std::env::var_os("ROCM_BINDGEN").expect("the tests need ROCM_BINDGEN")).unwrap();
        // The command replaces itself by this program before it compiles.
        let compiler = command.with_file_name("../libexec/rocm_bindgen/rocm-bindgen-compiler").canonicalize();
        let is_command = |process: &u32| {
            let program = fs::read_link(format!("/proc/{}/exe", process)).ok();
            program.map_or(false, |program| program == command || compiler.as_ref().ok() == Some(&program))
        };
        let mut found = Vec::new();
        let mut others = vec![self.0.id()];
        while let Some(process) = others.pop() {
            let (commands, rest): (Vec<u32>, Vec<u32>) = children(process).into_iter().partition(is_command);
            found.extend(commands);
            others.extend(rest);
        }
        found
    }

    /// The jobs of all commands, which are their children.
    fn jobs(&self) -> usize {
        self.commands().into_iter().map(|command| children(command).len()).sum()
    }
}

impl Drop for Cargo {
    fn drop(&mut self) {
        // From cargo downwards, so that no process starts another one or reports the end of those below it.
        let mut processes = vec![self.0.id()];
        while let Some(process) = processes.pop() {
            processes.extend(children(process));
            let _ = Command::new("kill").args(["-s", "KILL", &process.to_string()]).status();
        }
        let _ = self.0.wait();
    }
}

/// The processes that `parent` has started and that have not ended.
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |process: &u32| {
        let status = fs::read_to_string(format!("/proc/{}/status", process)).unwrap_or_default();
        status.contains(&format!("\nPPid:\t{}\n", parent)) && !status.contains("\nState:\tZ")
    };
    processes.filter(is_child).collect()
}

/// Whether the command has translated all sources, so that only compiles are left.
fn only_compiles_are_left(folder: &Path) -> bool {
    folder.join(format!("hsaco.artifacts/.rocm-bindgen/s{}.hip.record", SOURCES - 1)).exists()
}

/// Waits until the condition is true. It becomes true in any correct build, so the limit only ends an incorrect one.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..1000 {
        if condition() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("waited too long for {}", what);
}

#[test]
fn the_commands_of_two_build_scripts_share_the_jobs_of_cargo() {
    let package = Package::new(
        "jobserver",
        ".src_dir(\"kernels\").out_dir(\"out\").flag(\"-j4\").flag(\"-fconstexpr-steps=4294967295\")\
         .flag(\"--no-cache\").flag(\"--no-pch\")",
    );
    fs::remove_file(package.0.join("kernels/one.cu")).unwrap();
    sources().for_each(|source| package.write(&source, ENDLESS));
    let manifest = fs::read_to_string(package.0.join("Cargo.toml")).unwrap();
    for folder in ["second", "second/src", "second/kernels"] {
        fs::create_dir(package.0.join(folder)).unwrap();
    }
    for entry in ["build.rs", "src/main.rs"].map(String::from).into_iter().chain(sources()) {
        fs::copy(package.0.join(&entry), package.0.join("second").join(&entry)).unwrap();
    }
    package.write("second/Cargo.toml", &manifest.replace("\"jobserver\"", "\"second\"").replace("[workspace]\n", ""));
    package.write("Cargo.toml", &manifest.replace("[workspace]\n", "[workspace]\nmembers = [\"second\"]\n"));

    let mut command = package.cargo(&["build", "--workspace", "-j", "3"]);
    let cargo = Cargo(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    for out in ["out", "second/out"].map(|out| package.0.join(out)) {
        wait_until("the sources to be translated", || only_compiles_are_left(&out));
    }
    wait_until("three jobs", || cargo.jobs() == 3);
    // The number stays, because no compile ends.
    for _ in 0..5 {
        assert_eq!((cargo.commands().len(), cargo.jobs()), (2, 3));
        sleep(Duration::from_millis(20));
    }
}
