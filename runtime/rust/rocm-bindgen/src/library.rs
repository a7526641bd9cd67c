//! Opens the shared libraries of rocm-bindgen when a program first uses them.

use crate::{Error, ErrorCode};
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Mutex;

#[link(name = "dl")]
extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
    // Returns null in a program with raised privileges, whose caller must not choose the libraries that it loads.
    fn secure_getenv(name: *const c_char) -> *const c_char;
}

/// RTLD_NOW: a library whose own dependencies lack a function is refused when it is opened.
const NOW: c_int = 2;

/// How a library is found, and what to say if it is not.
pub struct Names {
    /// The file name, with the version of its interface.
    pub library: &'static str,
    /// The Debian package that contains it.
    pub package: &'static str,
    /// The environment variable that names another file.
    pub variable: &'static str,
}

/// An open library. It is never closed, because objects of the program may refer to it until the program ends.
pub struct Library {
    handle: *mut c_void,
    path: CString,
}

impl Library {
    fn open(names: &Names) -> Result<Library, Error> {
        // A path is bytes, which need not be UTF-8.
        let path = environment(names.variable).unwrap_or_else(|| CString::new(names.library).unwrap_or_default());
        // SAFETY: the file name is null-terminated. The library's initialisers have no requirements.
        let handle = unsafe { dlopen(path.as_ptr(), NOW) };
        if handle.is_null() {
            let message = format!(
                "cannot open rocm-bindgen's library: {}; install the package {}, or set {} to the path of {}",
                last_error(),
                names.package,
                names.variable,
                names.library
            );
            return Err(Error::new(ErrorCode::NoLibrary, message));
        }
        Ok(Library { handle, path })
    }

    /// Returns the address of the function with this null-terminated name.
    pub fn find(&self, name: &'static str) -> Result<*mut c_void, Error> {
        // SAFETY: the handle is that of an open library, and the name is null-terminated.
        let address = unsafe { dlsym(self.handle, name.as_ptr().cast()) };
        if !address.is_null() {
            return Ok(address);
        }
        let message = format!(
            "'{}' has no function {}: it is not rocm-bindgen's library, or older than this crate; install rocm-bindgen {}",
            self.path.to_string_lossy(),
            name.trim_end_matches('\0'),
            env!("CARGO_PKG_VERSION")
        );
        Err(Error::new(ErrorCode::NoLibrary, message))
    }
}

/// The functions of a library, once it has been opened.
pub struct Opened<T> {
    functions: AtomicPtr<T>,
    opening: Mutex<()>,
}

impl<T> Opened<T> {
    pub const fn new() -> Opened<T> {
        Opened { functions: AtomicPtr::new(null_mut()), opening: Mutex::new(()) }
    }

    /// Returns the functions. Opens the library if no earlier call has; after a failure, the next call tries again.
    pub fn get(
        &'static self,
        names: &Names,
        find: impl FnOnce(&Library) -> Result<T, Error>,
    ) -> Result<&'static T, Error> {
        if let Some(functions) = self.existing() {
            return Ok(functions);
        }
        let _guard = self.opening.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(functions) = self.existing() {
            return Ok(functions);
        }
        let functions: &'static T = Box::leak(Box::new(find(&Library::open(names)?)?));
        self.functions.store(functions as *const T as *mut T, Ordering::Release);
        Ok(functions)
    }

    fn existing(&self) -> Option<&'static T> {
        // SAFETY: the pointer is null or that of a leaked box, which was complete when the pointer was stored.
        unsafe { self.functions.load(Ordering::Acquire).as_ref() }
    }
}

/// Returns the value of an environment variable; `None` if it is not set, empty, or not for this program to read.
fn environment(name: &str) -> Option<CString> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name is null-terminated. The value is copied at once; programs that change their environment while
    // other threads read it are incorrect in any language.
    let value = unsafe {
        let value = secure_getenv(name.as_ptr());
        if value.is_null() {
            return None;
        }
        CStr::from_ptr(value).to_owned()
    };
    Some(value).filter(|value| !value.as_bytes().is_empty())
}

fn last_error() -> String {
    // SAFETY: dlerror() returns null or a text that is valid until the thread's next call.
    unsafe {
        let text = dlerror();
        if text.is_null() {
            return "unknown error".to_string();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}
