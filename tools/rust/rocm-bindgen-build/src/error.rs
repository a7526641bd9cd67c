use std::fmt;
use std::path::Path;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The command `rocm-bindgen` was not found, or could not be started.
    NoTool,
    /// The command's version does not fit this crate.
    WrongVersion,
    /// The sources could not be compiled, or the options are invalid.
    BuildFailed,
    /// A file could not be read or written, or no output folder is known.
    File,
}

/// A failure. Its text states what was being done, what went wrong and what to do.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// The failure of an operation on a file: `doing` is "cannot write".
    pub(crate) fn file(doing: &str, file: &Path, error: &std::io::Error) -> Error {
        Error::new(ErrorKind::File, format!("{} {}: {}", doing, file.display(), error))
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// The same text as `Display`, because this is what `main` and `unwrap` print.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
