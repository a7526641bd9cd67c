//! Modules: constant data with the layout of the C API's structs, which the build tool writes into `hsaco.rs`.

use crate::kernel::{launch_loaded, Argument, Launch};
use crate::{Error, ErrorCode, Stream};
use std::ffi::CStr;
use std::fmt;
use std::os::raw::c_char;
use std::slice;

/// A constant text that ends with a null character, as C expects it.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct Text(*const c_char);

// SAFETY: the text is constant.
unsafe impl Sync for Text {}

impl Text {
    const fn new(text: &'static str) -> Text {
        let bytes = text.as_bytes();
        assert!(!bytes.is_empty() && bytes[bytes.len() - 1] == 0, "a text of a module must end with \\0");
        Text(bytes.as_ptr() as *const c_char)
    }

    fn get(self) -> &'static str {
        // SAFETY: the pointer is that of a null-terminated constant.
        unsafe { CStr::from_ptr(self.0) }.to_str().unwrap_or("")
    }
}

/// One parameter of a kernel.
#[repr(C)]
pub struct Parameter {
    name: Text,
    type_name: Text,
    offset: u32,
    size: u32,
    is_pointer: bool,
}

impl Parameter {
    /// Describes a parameter; `hsaco.rs` calls this. Both texts end with a null character.
    pub const fn new(
        name: &'static str,
        type_name: &'static str,
        offset: u32,
        size: u32,
        is_pointer: bool,
    ) -> Parameter {
        Parameter { name: Text::new(name), type_name: Text::new(type_name), offset, size, is_pointer }
    }

    /// The name in the source; empty if the parameter has none.
    pub fn name(&self) -> &'static str {
        self.name.get()
    }

    /// The type in the source: `const float *`.
    pub fn type_name(&self) -> &'static str {
        self.type_name.get()
    }

    /// Offset in the kernarg segment, in bytes.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Whether the parameter is an address on the device.
    pub fn is_pointer(&self) -> bool {
        self.is_pointer
    }
}

/// One kernel of a module.
#[repr(C)]
pub struct KernelInfo {
    name: Text,
    symbol: Text,
    parameters: *const Parameter,
    parameter_count: u32,
}

// SAFETY: the data is constant.
unsafe impl Sync for KernelInfo {}

impl KernelInfo {
    /// Describes a kernel; `hsaco.rs` calls this. Both texts end with a null character.
    pub const fn new(name: &'static str, symbol: &'static str, parameters: &'static [Parameter]) -> KernelInfo {
        KernelInfo {
            name: Text::new(name),
            symbol: Text::new(symbol),
            parameters: parameters.as_ptr(),
            parameter_count: parameters.len() as u32,
        }
    }

    /// The kernel's identifier, unique in its module.
    pub fn name(&self) -> &'static str {
        self.name.get()
    }

    /// The kernel's name in the code objects.
    pub fn symbol(&self) -> &'static str {
        self.symbol.get()
    }

    /// The parameters, in order.
    pub fn parameters(&self) -> &'static [Parameter] {
        // SAFETY: both are from a constant slice.
        unsafe { slice::from_raw_parts(self.parameters, self.parameter_count as usize) }
    }
}

/// The machine code of a module for one target.
#[repr(C)]
pub struct CodeObject {
    target: Text,
    data: *const u8,
    stored_size: usize,
    image_size: usize,
    /// 0: not compressed.
    compression: u8,
    /// Null: the bytes are in `data`.
    file: *const c_char,
}

// SAFETY: the data is constant.
unsafe impl Sync for CodeObject {}

impl CodeObject {
    /// Describes a code object; `hsaco.rs` calls this. The target ends with a null character. The image is an ELF file,
    /// which should be aligned to a page, because drivers read its structures in place.
    pub const fn new(target: &'static str, image: &'static [u8]) -> CodeObject {
        CodeObject {
            target: Text::new(target),
            data: image.as_ptr(),
            stored_size: image.len(),
            image_size: image.len(),
            compression: 0,
            file: std::ptr::null(),
        }
    }

    /// Target ID: `gfx90a:xnack-`, or `sm_90`.
    pub fn target(&self) -> &'static str {
        self.target.get()
    }

    /// The bytes of the ELF file.
    pub fn image(&self) -> &'static [u8] {
        // SAFETY: both are from a constant slice.
        unsafe { slice::from_raw_parts(self.data, self.stored_size) }
    }
}

/// The kernels of a CUDA source, compiled for one or more targets. Modules are statics, because the runtime identifies
/// a module by its address.
#[repr(C)]
pub struct Module {
    name: Text,
    index: u32,
    kernels: *const KernelInfo,
    kernel_count: usize,
    code_objects: *const CodeObject,
    code_object_count: usize,
}

// SAFETY: the data is constant.
unsafe impl Sync for Module {}

impl Module {
    /// Describes a module; `hsaco.rs` calls this. The name ends with a null character.
    pub const fn new(
        name: &'static str,
        index: u32,
        kernels: &'static [KernelInfo],
        code_objects: &'static [CodeObject],
    ) -> Module {
        Module {
            name: Text::new(name),
            index,
            kernels: kernels.as_ptr(),
            kernel_count: kernels.len(),
            code_objects: code_objects.as_ptr(),
            code_object_count: code_objects.len(),
        }
    }

    /// The source's file name without its extension.
    pub fn name(&self) -> &'static str {
        self.name.get()
    }

    /// The module's index in `ALL_IDS`.
    pub fn index(&self) -> usize {
        self.index as usize
    }

    /// The kernels, in the order of the source.
    pub fn kernels(&self) -> &'static [KernelInfo] {
        // SAFETY: both are from a constant slice.
        unsafe { slice::from_raw_parts(self.kernels, self.kernel_count) }
    }

    /// The code objects, one per target.
    pub fn code_objects(&self) -> &'static [CodeObject] {
        // SAFETY: both are from a constant slice.
        unsafe { slice::from_raw_parts(self.code_objects, self.code_object_count) }
    }

    /// Launches kernel number `kernel` on the stream's device. Launch functions of `hsaco.rs` call this.
    ///
    /// # Safety
    ///
    /// The arguments must have the types of the kernel's parameters.
    #[doc(hidden)]
    pub unsafe fn launch(
        &'static self,
        kernel: usize,
        stream: &Stream,
        launch: Launch,
        arguments: &[Argument<'_>],
    ) -> Result<(), Error> {
        let info = self.kernels().get(kernel).ok_or_else(|| {
            Error::new(ErrorCode::UnknownKernel, format!("module '{}' has no kernel number {}", self.name(), kernel))
        })?;
        let loaded = stream.device().load(self, CStr::from_ptr(info.name.0))?;
        launch_loaded(loaded, stream, launch, arguments)
    }
}

impl fmt::Debug for Parameter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.type_name(), self.name())
    }
}

impl fmt::Debug for KernelInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{:?}", self.name(), self.parameters())
    }
}

impl fmt::Debug for CodeObject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {} bytes", self.target(), self.stored_size)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Module")
            .field("name", &self.name())
            .field("kernels", &self.kernels())
            .field("code_objects", &self.code_objects())
            .finish()
    }
}
