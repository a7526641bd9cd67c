use crate::bindings::STEM;
use crate::{cargo, json, message, tool, Bindings, Error, ErrorKind};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Which kernels to compile, and how. Each method returns the changed builder.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    sources: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    rocm_path: Option<PathBuf>,
    targets: Vec<String>,
    flags: Vec<OsString>,
    excluded: Vec<String>,
    config: Option<PathBuf>,
    tool: Option<PathBuf>,
    data_only: bool,
}

impl Builder {
    /// Adds a folder with `.cu` files, or one such file. Without this, it is `src`, or those of the config file.
    /// Cargo runs the build script again if any file in a source folder changes.
    pub fn src_dir(mut self, path: impl Into<PathBuf>) -> Builder {
        self.sources.push(path.into());
        self
    }

    /// Sets the folder for code objects and records of the build. Without this, it is cargo's `OUT_DIR`. Builders of
    /// one build script need different folders.
    pub fn out_dir(mut self, path: impl Into<PathBuf>) -> Builder {
        self.out_dir = Some(path.into());
        self
    }

    /// Sets the folder of ROCm. Without this, it is `$ROCM_PATH`, `/opt/rocm`, or `/usr`.
    pub fn rocm_path(mut self, path: impl Into<PathBuf>) -> Builder {
        self.rocm_path = Some(path.into());
        self
    }

    /// Adds a target, such as `gfx1100`, `gfx90a:xnack-` or `gfx11-generic`. Without this, the targets are gfx1030,
    /// gfx1100 and gfx90a.
    pub fn target_arch(mut self, arch: impl Into<String>) -> Builder {
        self.targets.push(arch.into());
        self
    }

    /// Adds an option of the command, such as a compiler flag: `-O2`, `-DBLOCK=128`.
    pub fn flag(mut self, flag: impl Into<OsString>) -> Builder {
        self.flags.push(flag.into());
        self
    }

    /// Excludes the sources whose path below the source folder matches the glob.
    pub fn exclude(mut self, glob: impl Into<String>) -> Builder {
        self.excluded.push(glob.into());
        self
    }

    /// Reads options from a JSON file, as the command's `--config` does. Methods of the builder take precedence.
    pub fn config(mut self, file: impl Into<PathBuf>) -> Builder {
        self.config = Some(file.into());
        self
    }

    /// Sets the path of the command `rocm-bindgen`. Without this, it is looked for.
    pub fn tool(mut self, path: impl Into<PathBuf>) -> Builder {
        self.tool = Some(path.into());
        self
    }

    /// Makes [`Bindings::write`] write constant data only, for programs that launch kernels without the crate
    /// `rocm-bindgen`.
    pub fn data_only(mut self) -> Builder {
        self.data_only = true;
        self
    }

    /// Compiles the kernels that have changed. Prints what cargo needs to know: which files to watch, and the warnings.
    pub fn build_hsaco(self) -> Result<Bindings, Error> {
        // These decide which command runs and which headers it reads. PATH does so only if neither names the command;
        // it differs between a terminal and an editor, which would take turns in running the script.
        ["ROCM_BINDGEN", "ROCM_PATH"].into_iter().for_each(cargo::rerun_if_env_changed);
        // A source that was added is a change, and so is any change after a failure.
        self.watched().iter().for_each(|path| cargo::rerun_if_changed(path));
        let out_dir = self.find_out_dir()?;
        let tool = tool::find(self.tool.as_deref())?;
        // Another version may make other code objects.
        cargo::rerun_if_changed(&tool);
        tool::check_version(&tool, &out_dir.join("rocm-bindgen.checked"))?;
        let output = self
            .command(&tool, &out_dir)
            .output()
            .map_err(|error| Error::new(ErrorKind::NoTool, format!("cannot start {}: {}", tool.display(), error)))?;
        report(&tool, &output)?;
        let bindings = Bindings { out_dir };
        bindings.watch()?;
        Ok(bindings)
    }

    /// The user's paths, which cargo watches even if the command fails before it has written which files it read.
    fn watched(&self) -> Vec<PathBuf> {
        let mut paths = self.sources.clone();
        if paths.is_empty() {
            paths = self.config.as_deref().and_then(inputs).unwrap_or_else(|| vec![PathBuf::from("src")]);
        }
        paths.extend(self.config.clone());
        paths
    }

    fn find_out_dir(&self) -> Result<PathBuf, Error> {
        let chosen = self.out_dir.clone().or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = chosen.ok_or_else(|| {
            let message = "no output folder: cargo sets OUT_DIR for build scripts; elsewhere, call Builder::out_dir()";
            Error::new(ErrorKind::File, message)
        })?;
        fs::create_dir_all(&folder).map_err(|error| Error::file("cannot create the folder", &folder, &error))?;
        Ok(folder)
    }

    fn command(&self, tool: &Path, out_dir: &Path) -> Command {
        let output = out_dir.join(STEM);
        let mut command = Command::new(tool);
        command.arg("build").args(&self.sources);
        command.args(["-q", "--message-format", "json", "--emit"]);
        command.arg(if self.data_only { "rust" } else { "rust-launch" });
        command.arg("-o").arg(output.with_extension("rs"));
        // The target is not read. A name of its own can be written whatever the output folder is called.
        command.arg("-MD").arg("-MF").arg(output.with_extension("d")).args(["-MT", STEM]);
        for (option, value) in [("--config", &self.config), ("--rocm-path", &self.rocm_path)] {
            if let Some(path) = value {
                command.arg(option).arg(path);
            }
        }
        for (option, values) in [("--arch", &self.targets), ("--exclude", &self.excluded)] {
            for value in values {
                command.arg(option).arg(value);
            }
        }
        share_jobs(&mut command, &self.flags);
        command.args(&self.flags);
        command
    }
}

/// The sources that a config file names, by paths relative to its folder. `None` if it names none or cannot be read;
/// the command reports the latter.
fn inputs(config: &Path) -> Option<Vec<PathBuf>> {
    let file = json::parse(&fs::read_to_string(config).ok()?)?;
    // A file for one command needs no section.
    let named = file.get("build").unwrap_or(&file).get("inputs")?;
    let folder = config.parent().unwrap_or(Path::new(""));
    Some(named.texts().into_iter().map(|name| folder.join(name)).collect())
}

/// Lets the command take its jobs from cargo's jobserver. It has the protocol of make's jobserver, but cargo passes it
/// in another variable. The command starts at most the number of jobs that cargo was given, also if it cannot reach the
/// jobserver.
fn share_jobs(command: &mut Command, flags: &[OsString]) {
    if let Some(server) = env::var_os("CARGO_MAKEFLAGS") {
        command.env("MAKEFLAGS", server);
    }
    let is_chosen =
        flags.iter().filter_map(|flag| flag.to_str()).any(|f| f.starts_with("-j") || f.starts_with("--jobs"));
    if let Some(jobs) = env::var_os("NUM_JOBS").filter(|_| !is_chosen) {
        command.arg("-j").arg(jobs);
    }
}

/// Shows the command's warnings, and returns its errors if it has failed.
fn report(tool: &Path, output: &Output) -> Result<(), Error> {
    let (mut errors, mut other) = (Vec::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        match message::parse(line) {
            Some(message) if message.severity == "error" => errors.push(format!("error: {}", message.text)),
            Some(message) if message.severity == "warning" => cargo::warning(&message.text),
            Some(message) => errors.push(format!("{}: {}", message.severity, message.text)),
            None => other.push(line.to_string()),
        }
    }
    if output.status.success() {
        return Ok(());
    }
    // A command that ends without a message has died, or has printed something that is not a message.
    let lines = if errors.is_empty() { other } else { errors };
    let text = format!("{} failed ({}):\n{}", tool.display(), output.status, lines.join("\n"));
    Err(Error::new(ErrorKind::BuildFailed, text))
}
