use super::sys::{self, Ops};
use crate::error::check;
use crate::{Device, Error};
use std::fmt;
use std::ptr::null_mut;

/// Temporary device memory for the ops that have a parameter of this type. It grows when an op needs more than it has,
/// which waits for the device, and never shrinks. It must be used by one stream at a time.
pub struct Workspace {
    workspace: *mut sys::Workspace,
    /// Where it is freed.
    ops: &'static Ops,
}

// SAFETY: a workspace belongs to no thread.
unsafe impl Send for Workspace {}

impl Workspace {
    /// Allocates `bytes` bytes on the device; 0 is allowed.
    pub fn new(device: &Device, bytes: usize) -> Result<Workspace, Error> {
        let ops = Ops::get()?;
        let mut workspace = null_mut();
        // SAFETY: the device is open and the pointer is valid.
        check(device.runtime(), unsafe { ops.rocm_bindgen_workspace_create(device.raw(), bytes, &mut workspace) })?;
        Ok(Workspace { workspace, ops })
    }

    pub(super) fn raw(&mut self) -> *mut sys::Workspace {
        self.workspace
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // SAFETY: nothing uses the workspace any more.
        unsafe { self.ops.rocm_bindgen_workspace_free(self.workspace) }
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Workspace {:p}", self.workspace)
    }
}
