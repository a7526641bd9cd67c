//! Devices.

use crate::error::check;
use crate::sys::{self, Runtime};
use crate::{Dim3, Error, Kernel, Module};
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_int};
use std::ptr::null_mut;
use std::sync::Arc;

/// A handle of the C API, which is closed with its last user.
struct Handle {
    runtime: &'static Runtime,
    device: *mut sys::Device,
}

// SAFETY: the runtime documents that a device may be used from any number of threads at once.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: nothing uses the handle any more. Objects of the device keep the device itself open.
        unsafe { self.runtime.rocm_bindgen_device_close(self.device) }
    }
}

/// An open device. Clones, and the result of a second `open()` of the same ordinal, are the same device with the same
/// modules. Streams, events, buffers and kernels keep it open. It can be used from any number of threads at once.
#[derive(Clone)]
pub struct Device(Arc<Handle>);

/// The properties of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Position among the devices, from 0.
    pub ordinal: usize,
    /// The name that the driver reports.
    pub name: String,
    /// Target ID: `gfx90a:sramecc+:xnack-`.
    pub arch: String,
    /// `amd`, `nvidia` or `emulated`.
    pub driver: String,
    /// The version of the driver.
    pub driver_version: String,
    /// Address on the PCI bus; empty if unknown.
    pub pci: String,
    /// Number of compute units.
    pub compute_units: u32,
    /// Number of work-items in a wavefront.
    pub wavefront_size: u32,
    /// Size of the device's memory, in bytes.
    pub memory_bytes: u64,
    /// LDS per workgroup without special launch options, in bytes.
    pub lds_bytes: u32,
    /// The most LDS per workgroup, in bytes.
    pub max_lds_bytes: u32,
    /// The most work-items in a workgroup.
    pub max_workgroup_size: u32,
    /// The most work-items in a workgroup, per dimension.
    pub max_workgroup: Dim3,
    /// The most workgroups in a grid, per dimension.
    pub max_grid: Dim3,
}

/// Counters of a device's modules since it was opened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadStatistics {
    /// Modules loaded.
    pub loads: u64,
    /// Uses of modules that were already loaded.
    pub hits: u64,
    /// Total size of the loaded images, in bytes.
    pub bytes: u64,
    /// Time spent loading, in milliseconds.
    pub milliseconds: f64,
}

impl Device {
    /// Returns the number of devices; 0 if no driver is installed.
    pub fn count() -> Result<usize, Error> {
        let runtime = Runtime::get()?;
        let mut count: c_int = 0;
        // SAFETY: the pointer is valid.
        check(runtime, unsafe { runtime.rocm_bindgen_device_count(&mut count) })?;
        Ok(count as usize)
    }

    /// Opens a device. The environment variable `ROCM_BINDGEN_DRIVER` selects the driver: `amd`, `nvidia`, or
    /// `emulated:TARGET`.
    pub fn open(ordinal: usize) -> Result<Device, Error> {
        let runtime = Runtime::get()?;
        let mut device = null_mut();
        // A number that does not fit becomes the largest one. No device has it, which the runtime reports.
        let ordinal = c_int::try_from(ordinal).unwrap_or(c_int::MAX);
        // SAFETY: the pointer is valid.
        check(runtime, unsafe { runtime.rocm_bindgen_device_open(ordinal, &mut device) })?;
        Ok(Device(Arc::new(Handle { runtime, device })))
    }

    /// Returns the properties of the device.
    pub fn info(&self) -> Result<DeviceInfo, Error> {
        // SAFETY: zeros are a valid value of the struct, which consists of numbers.
        let mut info: sys::DeviceInfo = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is open and the pointer is valid.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_device_get_info(self.raw(), &mut info) })?;
        Ok(DeviceInfo {
            ordinal: info.ordinal as usize,
            name: text(&info.name),
            arch: text(&info.arch),
            driver: text(&info.driver),
            driver_version: text(&info.driver_version),
            pci: text(&info.pci),
            compute_units: info.compute_units,
            wavefront_size: info.wavefront_size,
            memory_bytes: info.memory_bytes,
            lds_bytes: info.lds_bytes,
            max_lds_bytes: info.max_lds_bytes,
            max_workgroup_size: info.max_workgroup_size,
            max_workgroup: Dim3::of(info.max_workgroup),
            max_grid: Dim3::of(info.max_grid),
        })
    }

    /// Waits for all work of this process on the device.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the handle is open.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_device_synchronize(self.raw()) })
    }

    /// Returns the free and the total size of the device's memory, in bytes.
    pub fn memory(&self) -> Result<(usize, usize), Error> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the handle is open and the pointers are valid.
        let status = unsafe { self.runtime().rocm_bindgen_device_memory(self.raw(), &mut free, &mut total) };
        check(self.runtime(), status)?;
        Ok((free, total))
    }

    /// Returns the counters of the device's modules.
    pub fn statistics(&self) -> Result<LoadStatistics, Error> {
        let mut from = sys::LoadStatistics::default();
        // SAFETY: the handle is open and the pointer is valid.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_device_statistics(self.raw(), &mut from) })?;
        Ok(LoadStatistics { loads: from.loads, hits: from.hits, bytes: from.bytes, milliseconds: from.milliseconds })
    }

    /// Allows kernels on this device to read and write the memory of `peer`.
    pub fn enable_access(&self, peer: &Device) -> Result<(), Error> {
        // SAFETY: both handles are open.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_device_enable_access(self.raw(), peer.raw()) })
    }

    /// Loads the module now and finds all its kernels, so that later look-ups do neither.
    pub fn preload(&self, module: &'static Module) -> Result<(), Error> {
        // SAFETY: the handle is open, and the module is constant.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_preload(self.raw(), module) })
    }

    /// Returns the kernel with this name, and loads its module if this is the first use. The name is the kernel's
    /// identifier in `hsaco.rs` or its symbol in the code objects. Later look-ups take no lock.
    pub fn get_or_load_func(&self, name: &str, module: &'static Module) -> Result<Kernel, Error> {
        let c_name = CString::new(name)
            .map_err(|_| Error::bad_argument(format!("the name of a kernel contains a null character: {:?}", name)))?;
        Ok(Kernel::new(self.clone(), self.load(module, &c_name)?))
    }

    /// Returns the kernel for a launch that ends before the device is closed.
    pub(crate) fn load(&self, module: &'static Module, name: &CStr) -> Result<sys::Kernel, Error> {
        let mut kernel = sys::Kernel { loaded: null_mut() };
        // SAFETY: the handle is open, the module is constant, and the name ends with a null character.
        let status = unsafe { self.runtime().rocm_bindgen_get_kernel(self.raw(), module, name.as_ptr(), &mut kernel) };
        check(self.runtime(), status)?;
        Ok(kernel)
    }

    pub(crate) fn runtime(&self) -> &'static Runtime {
        self.0.runtime
    }

    pub(crate) fn raw(&self) -> *const sys::Device {
        self.0.device
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.info() {
            Ok(info) => write!(formatter, "Device {} ({})", info.ordinal, info.name),
            Err(error) => write!(formatter, "Device ({})", error),
        }
    }
}

fn text(from: &[c_char]) -> String {
    // SAFETY: the runtime ends each text with a null character.
    unsafe { CStr::from_ptr(from.as_ptr()) }.to_string_lossy().into_owned()
}
