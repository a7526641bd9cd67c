//! Compiles CUDA sources for AMD GPUs in a build script, with the command `rocm-bindgen`:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let bindings = rocm_bindgen_build::Builder::default().src_dir("kernels").build_hsaco()?;
//!     bindings.write(std::env::var("OUT_DIR")? + "/hsaco.rs")?;
//!     Ok(())
//! }
//! ```
//!
//! The crate includes the file with `mod hsaco { include!(concat!(env!("OUT_DIR"), "/hsaco.rs")); }`, and launches the
//! kernels with the crate `rocm-bindgen`.
//!
//! Cargo runs the build script again if a file changes that the compilation has read, headers of the system included;
//! if a file in a source folder changes or is added; and if the command changes. Sources that have not changed are not
//! compiled again. The default source folder, `src`, also contains the crate's own files: with another one, such as
//! `kernels`, editing them does not run the script. The number of compile jobs at a time is that of cargo, which they
//! share with the other crates of the build. Warnings become warnings of cargo.
//!
//! # Where the command is found
//!
//! The first of these is used: [`Builder::tool`], the environment variable `ROCM_BINDGEN`, the folders of `PATH`, and
//! the folders where the packages install it. Its version must fit that of this crate.
#![warn(missing_docs, missing_debug_implementations)]
#![forbid(unsafe_code)]

mod bindings;
mod builder;
mod cargo;
mod dependencies;
mod error;
mod json;
mod message;
mod tool;

pub use bindings::Bindings;
pub use builder::Builder;
pub use error::{Error, ErrorKind};
