//! The command `rocm-bindgen`: where it is, and whether its version fits.

use crate::{Error, ErrorKind};
use std::env;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command's file name.
const NAME: &str = "rocm-bindgen";

/// The folders where the packages, or the unpacked archive, have the command.
const PACKAGE_FOLDERS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/opt/rocm-bindgen/bin"];

/// What to do if the command is missing or does not fit.
fn advice() -> String {
    format!(
        "install the package rocm-bindgen, version {}, or set ROCM_BINDGEN to the path of the command",
        version_series(env!("CARGO_PKG_VERSION"))
    )
}

/// Returns the path of the command. `chosen` is the one that the build script asked for.
pub fn find(chosen: Option<&Path>) -> Result<PathBuf, Error> {
    let named = chosen
        .map(Path::to_path_buf)
        .or_else(|| env::var_os("ROCM_BINDGEN").filter(|value| !value.is_empty()).map(PathBuf::from));
    let path_variable = env::var_os("PATH").unwrap_or_default();
    if let Some(path) = named {
        // As in a shell, PATH is searched for a name without a slash.
        let is_name = path.components().count() == 1 && path.file_name() == Some(path.as_os_str());
        let folders = if is_name { env::split_paths(&path_variable).collect() } else { vec![PathBuf::new()] };
        if let Some(found) = folders.iter().map(|folder| absolute(folder.join(&path))).find(|path| is_program(path)) {
            return Ok(found);
        }
        let path = if is_name { path } else { absolute(path) };
        let what = if chosen.is_some() { "Builder::tool()" } else { "the environment variable ROCM_BINDGEN" };
        let message =
            format!("{} names {}, which is not a program that can be executed; {}", what, path.display(), advice());
        return Err(Error::new(ErrorKind::NoTool, message));
    }
    let folders = env::split_paths(&path_variable).chain(PACKAGE_FOLDERS.iter().map(PathBuf::from));
    let candidates: Vec<PathBuf> = folders.map(|folder| absolute(folder.join(NAME))).collect();
    if let Some(found) = candidates.iter().find(|path| is_program(path)) {
        return Ok(found.clone());
    }
    let tried: Vec<String> = candidates.iter().map(|path| format!("\n  {}", path.display())).collect();
    let message = format!("the command {} was not found; {}; tried:{}", NAME, advice(), tried.concat());
    Err(Error::new(ErrorKind::NoTool, message))
}

/// The path from the root. The command is started, and cargo watches it, by the path that was checked.
fn absolute(path: PathBuf) -> PathBuf {
    env::current_dir().map_or_else(|_| path.clone(), |folder| folder.join(&path))
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).map_or(false, |data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Fails if the command's version does not fit this crate. The file `record` identifies the command that was checked
/// last, so that a build with nothing to do does not start the command twice.
pub fn check_version(tool: &Path, record: &Path) -> Result<(), Error> {
    let checked = identity(tool);
    if checked.is_some() && fs::read_to_string(record).ok() == checked {
        return Ok(());
    }
    let ours = env!("CARGO_PKG_VERSION");
    let output = Command::new(tool).arg("--version").output().map_err(|error| {
        Error::new(ErrorKind::NoTool, format!("cannot start {}: {}; {}", tool.display(), error, advice()))
    })?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_string();
        let message = format!("{} --version failed ({}): {}; {}", tool.display(), output.status, reason, advice());
        return Err(Error::new(ErrorKind::NoTool, message));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.trim().strip_prefix("rocm-bindgen ").unwrap_or("");
    if version_series(version) != version_series(ours) {
        let found =
            if version.is_empty() { "of an unknown version".to_string() } else { format!("version {}", version) };
        let message =
            format!("{} is {}, which does not fit rocm-bindgen-build {}; {}", tool.display(), found, ours, advice());
        return Err(Error::new(ErrorKind::WrongVersion, message));
    }
    // Without the record, the next build checks the version again.
    if let Some(text) = checked {
        let _ = fs::write(record, text);
    }
    Ok(())
}

/// The path, size and time of the command, and the version of this crate.
fn identity(tool: &Path) -> Option<String> {
    let data = fs::metadata(tool).ok()?;
    let time = (data.mtime(), data.mtime_nsec());
    Some(format!("{:?} {} {:?} {}\n", tool, data.len(), time, env!("CARGO_PKG_VERSION")))
}

/// The part of a version that must be equal: "0.1" of "0.1.7".
fn version_series(version: &str) -> &str {
    match version.rfind('.') {
        Some(last) => &version[..last],
        None => version,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fit_if_they_differ_in_the_last_number_only() {
        assert_eq!(version_series("0.1.7"), "0.1");
        assert_ne!(version_series("0.2.0"), version_series("0.1.0"));
        assert_eq!(version_series(""), "");
    }
}
