//! Packages with build scripts, for tests that run cargo.
// Each file of tests uses a part.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A package with a build script, as its folder and its name. The folder is removed at the end.
pub struct Package(pub PathBuf, &'static str);

/// Sources of one kernel each.
pub const ONE: &str = "__global__ void one(int* out) { *out = 1; }\n";
pub const TWO: &str = "__global__ void two(int* out) { *out = 2; }\n";

impl Package {
    /// The build script calls the builder's methods in `calls`.
    pub fn new(name: &'static str, calls: &str) -> Package {
        let folder = format!("{}-{}", name, std::process::id());
        let package = Package(Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder), name);
        fs::create_dir_all(package.0.join("kernels")).unwrap();
        fs::create_dir_all(package.0.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = {:?}\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
             [build-dependencies]\nrocm-bindgen-build = {{ path = {:?} }}\n",
            name,
            env!("CARGO_MANIFEST_DIR")
        );
        package.write("Cargo.toml", &manifest);
        package.write(
            "src/main.rs",
            "mod hsaco { include!(concat!(env!(\"OUT_DIR\"), \"/hsaco.rs\")); }\n\
            fn main() { println!(\"{}\", hsaco::ALL_IDS.len()); }\n",
        );
        let script = format!(
            "fn main() -> Result<(), Box<dyn std::error::Error>> {{\n\
            let builder = rocm_bindgen_build::Builder::default().target_arch(\"gfx1100\"){};\n\
            println!(\"cargo:warning=the script ran\");\n\
            builder.data_only().build_hsaco()?.write(std::env::var(\"OUT_DIR\")? + \"/hsaco.rs\")?;\nOk(())\n}}\n",
            calls
        );
        package.write("build.rs", &script);
        package.write("kernels/one.cu", ONE);
        package
    }

    pub fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }

    /// Returns a command that runs cargo in the package.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).arg("--offline").current_dir(&self.0);
        // One folder, so that the crate is compiled once for all packages.
        command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"));
        command.env_remove("CARGO_MAKEFLAGS").env_remove("MAKEFLAGS");
        command
    }

    /// Runs `cargo run`.
    pub fn run(&self) -> Output {
        self.cargo(&["run"]).output().unwrap()
    }

    /// Runs `cargo run`, which must print `printed`. Returns whether the build script ran, and what cargo showed.
    pub fn succeed(&self, printed: &str) -> (bool, String) {
        let output = self.run();
        let shown = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}", shown);
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "{}", shown);
        // Cargo repeats the warnings of an earlier run; it compiles the package only after the script has run.
        (shown.contains(&format!("Compiling {}", self.1)), shown)
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
