//! The errors of all functions of this crate.

use crate::sys::{Runtime, Status};
use std::ffi::CStr;
use std::fmt;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A library of rocm-bindgen could not be opened, or is too old.
    NoLibrary,
    /// No GPU driver library could be opened, or the selected one could not.
    NoDriver,
    /// The driver's library lacks a required function, or is too old.
    BadDriver,
    /// The driver has no device, or none with that ordinal.
    NoDevice,
    /// The module has no code object that the device can run.
    NoCodeObject,
    /// A code object is missing, truncated, corrupt, or not for the target it names.
    BadCodeObject,
    /// The module has no kernel with that name.
    UnknownKernel,
    /// A value that the function does not accept, kernel arguments included.
    BadArgument,
    /// A grid, workgroup or LDS size that is zero or exceeds a limit.
    BadLaunch,
    /// The device does not have that much free memory.
    OutOfMemory,
    /// A kernel faulted, or the device was reset.
    DeviceLost,
    /// Any other failure reported by the driver.
    DriverFailure,
    /// The driver does not have the requested function.
    Unsupported,
    /// The process was forked after the driver was started.
    AfterFork,
    /// No library for compilation at run time, or it does not support the device.
    NoCompiler,
    /// A source that is compiled at run time has errors; the message contains the compiler's messages.
    CompileFailed,
    /// Any other failure on the host, such as a lack of memory.
    HostFailure,
}

/// The status of each code in the C API, whose numbers never change. Any other status is a `HostFailure`.
const CODES: [(Status, ErrorCode); 15] = [
    (1, ErrorCode::NoDriver),
    (2, ErrorCode::BadDriver),
    (3, ErrorCode::NoDevice),
    (4, ErrorCode::NoCodeObject),
    (5, ErrorCode::BadCodeObject),
    (6, ErrorCode::UnknownKernel),
    (7, ErrorCode::BadArgument),
    (8, ErrorCode::BadLaunch),
    (9, ErrorCode::OutOfMemory),
    (10, ErrorCode::DeviceLost),
    (11, ErrorCode::DriverFailure),
    (12, ErrorCode::Unsupported),
    (13, ErrorCode::AfterFork),
    (14, ErrorCode::NoCompiler),
    (15, ErrorCode::CompileFailed),
];

/// A failure. Its text states what was being done, on which device, what went wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    message: String,
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }

    pub(crate) fn bad_argument(message: impl Into<String>) -> Error {
        Error::new(ErrorCode::BadArgument, message)
    }

    /// The kind of failure.
    pub fn code(&self) -> ErrorCode {
        self.code
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Turns the status of the calling thread's last call into a result, with the message of that call.
pub(crate) fn check(runtime: &Runtime, status: Status) -> Result<(), Error> {
    if status == 0 {
        return Ok(());
    }
    let code = CODES.iter().find(|(number, _)| *number == status).map_or(ErrorCode::HostFailure, |(_, code)| *code);
    // SAFETY: the function returns a null-terminated text, which is copied before another call could change it.
    let message = unsafe { CStr::from_ptr(runtime.rocm_bindgen_last_error()) };
    Err(Error::new(code, message.to_string_lossy()))
}
