use crate::{cargo, dependencies, Error, ErrorKind};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The name of the file that the command writes, without its extension.
pub(crate) const STEM: &str = "hsaco";

/// Compiled kernels: code objects in the output folder, and the Rust source that describes them.
#[derive(Clone, Debug)]
pub struct Bindings {
    pub(crate) out_dir: PathBuf,
}

impl Bindings {
    /// Writes the Rust source to `path`. It includes the code objects in the output folder by relative paths. A file
    /// that would not change is not written, so that nothing that depends on it is compiled again. Cargo does not watch
    /// it: a file outside `OUT_DIR` that was deleted or edited is written again when the script next runs.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let source = self.source();
        let text = fs::read_to_string(&source).map_err(|error| Error::file("cannot read", &source, &error))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Error::file("cannot create the folder", folder, &error))?;
        let text = rebased(&text, &relative(&absolute(&self.out_dir)?, &absolute(folder)?))?;
        if fs::read(path).map_or(false, |old| old == text.as_bytes()) {
            return Ok(());
        }
        replace(path, &text)
    }

    /// The folder of the builder: [`Builder::out_dir`](crate::Builder::out_dir), or cargo's `OUT_DIR`.
    pub fn out_dir(&self) -> &Path {
        &self.out_dir
    }

    /// The source that the command has written.
    fn source(&self) -> PathBuf {
        self.out_dir.join(STEM).with_extension("rs")
    }

    /// Makes cargo watch the files that the command has read.
    pub(crate) fn watch(&self) -> Result<(), Error> {
        let file = self.out_dir.join(STEM).with_extension("d");
        let text = fs::read(&file).map_err(|error| Error::file("cannot read", &file, &error))?;
        for path in dependencies::parse(&text) {
            // Cargo would run the build script each time for a file that does not exist.
            if path.is_file() {
                cargo::rerun_if_changed(&path);
            }
        }
        Ok(())
    }
}

/// Writes a temporary file next to `path` and renames it, so that readers see the old or the new text, but no part of one.
fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".tmp-{}", std::process::id()));
    let temporary = path.with_file_name(name);
    fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
        Error::file("cannot write", path, &error)
    })
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(|error| Error::file("cannot find", path, &error))
}

/// Returns the path of the folder `to` relative to the folder `from`; empty if they are the same.
fn relative(to: &Path, from: &Path) -> PathBuf {
    let (to, from): (Vec<Component<'_>>, Vec<Component<'_>>) = (to.components().collect(), from.components().collect());
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = from[common..].iter().map(|_| Component::ParentDir);
    up.chain(to[common..].iter().copied()).collect()
}

/// Returns the source for another folder, from which the output folder has the path `prefix`.
fn rebased(text: &str, prefix: &Path) -> Result<String, Error> {
    if prefix.as_os_str().is_empty() {
        return Ok(text.to_string());
    }
    let name = prefix.to_str().ok_or_else(|| {
        let message = format!("the path {} is not UTF-8, so a Rust source cannot name it; rename it", prefix.display());
        Error::new(ErrorKind::File, message)
    })?;
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
    Ok(text.replace("include_bytes!(\"", &format!("include_bytes!(\"{}/", escaped)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_file_is_replaced_and_a_failure_leaves_no_temporary_file() {
        let folder = std::env::temp_dir().join(format!("rocm-bindgen-build-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let file = folder.join("kernels.rs");
        for text in ["old", "new"] {
            replace(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(count(), 2);
        assert!(replace(&folder.join("taken"), "new").unwrap_err().to_string().starts_with("cannot write "));
        assert_eq!(count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn paths_are_relative_to_the_other_folder() {
        let check = |to: &str, from: &str, expected: &str| {
            assert_eq!(relative(Path::new(to), Path::new(from)), Path::new(expected));
        };
        check("/a/b", "/a/b", "");
        check("/a/b/c", "/a/b", "c");
        check("/a/out", "/a/src/deep", "../../out");
    }

    #[test]
    fn a_source_for_another_folder_includes_the_same_files() {
        let text = "image: &Page(*include_bytes!(\"hsaco.artifacts/hsaco/a.gfx1100.hsaco\")).0";
        assert_eq!(rebased(text, Path::new("")).unwrap(), text);
        let expected = "image: &Page(*include_bytes!(\"../o\\\"ut/hsaco.artifacts/hsaco/a.gfx1100.hsaco\")).0";
        assert_eq!(rebased(text, Path::new("../o\"ut")).unwrap(), expected);
        let error = rebased(text, Path::new(OsStr::from_bytes(b"o\xff"))).unwrap_err();
        assert!(error.to_string().contains("is not UTF-8"), "{}", error);
    }
}
