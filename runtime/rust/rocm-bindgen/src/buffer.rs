//! Memory of a device.

use crate::error::check;
use crate::sys::{self, Runtime};
use crate::{Device, Element, Error, Stream};
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::ptr::null_mut;
use std::sync::Mutex;

/// An array of `len()` elements in a device's memory. The memory is freed when the buffer is dropped; the driver delays
/// that until queued work is done. A length of 0 is allowed and allocates nothing.
///
/// Copies between host and device wait, so that the host's memory is used by this crate only during the call.
pub struct Buffer<T: Element> {
    device: Device,
    buffer: *mut sys::Buffer,
    address: *mut c_void,
    len: usize,
    /// The runtime lets only one thread at a time copy from a buffer. Launches need the address alone.
    copies: Mutex<()>,
    elements: PhantomData<T>,
}

// SAFETY: a buffer belongs to no thread, and its elements can be sent to another one.
unsafe impl<T: Element> Send for Buffer<T> {}
// SAFETY: functions that several threads must not call at the same time hold a lock or need exclusive access.
unsafe impl<T: Element> Sync for Buffer<T> {}

impl<T: Element> Buffer<T> {
    /// Allocates `len` elements whose values are unspecified.
    pub fn uninitialised(device: &Device, len: usize) -> Result<Buffer<T>, Error> {
        let runtime = device.runtime();
        let mut buffer = null_mut();
        // A size that overflows is more than any device has, which the runtime reports.
        let bytes = len.checked_mul(std::mem::size_of::<T>()).unwrap_or(usize::MAX);
        // SAFETY: the handle is open and the pointer is valid.
        check(runtime, unsafe { runtime.rocm_bindgen_buffer_allocate(device.raw(), bytes, &mut buffer) })?;
        // SAFETY: the buffer exists. Its address never changes.
        let address = unsafe { runtime.rocm_bindgen_buffer_pointer(buffer) };
        Ok(Buffer { device: device.clone(), buffer, address, len, copies: Mutex::new(()), elements: PhantomData })
    }

    /// Allocates `len` elements, all of whose bytes are zero when the call returns.
    pub fn zeros(device: &Device, len: usize) -> Result<Buffer<T>, Error> {
        let buffer = Buffer::uninitialised(device, len)?;
        // SAFETY: the buffer exists. Without a stream, the call waits.
        let status = unsafe { device.runtime().rocm_bindgen_buffer_fill(buffer.buffer, 0, null_mut()) };
        check(device.runtime(), status)?;
        Ok(buffer)
    }

    /// Allocates a buffer and copies the elements into it; waits.
    pub fn from_slice(device: &Device, elements: &[T]) -> Result<Buffer<T>, Error> {
        let mut buffer = Buffer::uninitialised(device, elements.len())?;
        buffer.copy_from_host(0, elements)?;
        Ok(buffer)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device that the memory belongs to.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the elements, once the work that was queued on `stream` is done.
    pub fn read(&self, stream: &Stream) -> Result<Vec<T>, Error> {
        let mut elements = Vec::with_capacity(self.len);
        stream.synchronize()?;
        self.copy_to_host(0, elements.as_mut_ptr(), self.len)?;
        // SAFETY: the copy is done, and any bytes are valid elements.
        unsafe { elements.set_len(self.len) };
        Ok(elements)
    }

    /// Copies the elements from position `offset` on to `to`, once the work that was queued on `stream` is done.
    pub fn read_into(&self, stream: &Stream, offset: usize, to: &mut [T]) -> Result<(), Error> {
        stream.synchronize()?;
        self.copy_to_host(offset, to.as_mut_ptr(), to.len())
    }

    /// Copies `from` to the elements from position `offset` on, once the work that was queued on `stream` is done.
    pub fn write(&mut self, stream: &Stream, offset: usize, from: &[T]) -> Result<(), Error> {
        stream.synchronize()?;
        self.copy_from_host(offset, from)
    }

    /// Queues a copy of all elements of `from`, a buffer of the same or another device with the same length.
    pub fn copy_from(&mut self, stream: &Stream, from: &Buffer<T>) -> Result<(), Error> {
        if from.len != self.len {
            return Err(Error::bad_argument(format!(
                "copying a buffer: it has {} elements, but the target has {}; both must have the same length",
                from.len, self.len
            )));
        }
        let bytes = self.len * std::mem::size_of::<T>();
        let _guard = from.copies.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SAFETY: both buffers and the stream exist.
        let status = unsafe { self.runtime().rocm_bindgen_buffer_copy(self.buffer, from.buffer, bytes, stream.raw()) };
        check(self.runtime(), status)
    }

    /// Queues setting every byte to `value`.
    pub fn fill_bytes(&mut self, stream: &Stream, value: u8) -> Result<(), Error> {
        // SAFETY: the buffer and the stream exist.
        let status = unsafe { self.runtime().rocm_bindgen_buffer_fill(self.buffer, value, stream.raw()) };
        check(self.runtime(), status)
    }

    /// Returns a part of the buffer for kernels that read it.
    ///
    /// # Panics
    ///
    /// If the range is not inside the buffer, as for slices of the host.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Slice<'_, T> {
        let (start, len) = self.part(range);
        Slice { address: self.address_of(start), len, buffer: PhantomData }
    }

    /// Returns a part of the buffer for kernels that write it.
    ///
    /// # Panics
    ///
    /// If the range is not inside the buffer, as for slices of the host.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> SliceMut<'_, T> {
        let (start, len) = self.part(range);
        SliceMut { address: self.address_of(start), len, buffer: PhantomData }
    }

    /// The address on the device of element `index`; null if the buffer is empty.
    pub(crate) fn address_of(&self, index: usize) -> *mut c_void {
        self.address.cast::<T>().wrapping_add(index).cast()
    }

    /// The position of the first element and the number of elements of a range.
    fn part(&self, range: impl RangeBounds<usize>) -> (usize, usize) {
        const TOO_LARGE: &str = "a range ends after the largest usize";
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.checked_add(1).expect(TOO_LARGE),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.checked_add(1).expect(TOO_LARGE),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.len,
        };
        assert!(start <= end && end <= self.len, "range {}..{} of a buffer of {} elements", start, end, self.len);
        (start, end - start)
    }

    fn copy_to_host(&self, offset: usize, to: *mut T, len: usize) -> Result<(), Error> {
        let size = std::mem::size_of::<T>();
        let _guard = self.copies.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SAFETY: the buffer exists, and `to` has room for the elements. The runtime refuses a range that is not in the
        // buffer. If the multiplication of the offset overflows, the result is the largest usize, which is in no
        // buffer. Without a stream, the call waits.
        let status = unsafe {
            self.runtime().rocm_bindgen_buffer_copy_to_host(
                self.buffer,
                to.cast(),
                len * size,
                offset.saturating_mul(size),
                null_mut(),
            )
        };
        check(self.runtime(), status)
    }

    fn copy_from_host(&mut self, offset: usize, from: &[T]) -> Result<(), Error> {
        let offset = offset.saturating_mul(std::mem::size_of::<T>());
        // SAFETY: as in copy_to_host().
        let status = unsafe {
            self.runtime().rocm_bindgen_buffer_copy_from_host(
                self.buffer,
                from.as_ptr().cast(),
                std::mem::size_of_val(from),
                offset,
                null_mut(),
            )
        };
        check(self.runtime(), status)
    }

    fn runtime(&self) -> &'static Runtime {
        self.device.runtime()
    }
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: nothing on the host uses the buffer any more; the driver waits for what does on the device.
        unsafe { self.runtime().rocm_bindgen_buffer_free(self.buffer) }
    }
}

impl<T: Element> fmt::Debug for Buffer<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element = std::any::type_name::<T>();
        write!(formatter, "Buffer<{}> of {} elements at {:p}", element, self.len, self.address)
    }
}

/// A part of a [`Buffer`] for kernels that read it.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T: Element> {
    address: *mut c_void,
    len: usize,
    buffer: PhantomData<&'a Buffer<T>>,
}

/// A part of a [`Buffer`] for kernels that write it.
#[derive(Debug)]
pub struct SliceMut<'a, T: Element> {
    address: *mut c_void,
    len: usize,
    buffer: PhantomData<&'a mut Buffer<T>>,
}

// SAFETY: both are addresses, which no function of the crate dereferences on the host.
unsafe impl<T: Element> Send for Slice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Element> Sync for Slice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Element> Send for SliceMut<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Element> Sync for SliceMut<'_, T> {}

impl<T: Element> Slice<'_, T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn raw(&self) -> *mut c_void {
        self.address
    }
}

impl<T: Element> SliceMut<'_, T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn raw(&self) -> *mut c_void {
        self.address
    }
}
