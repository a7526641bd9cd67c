//! Streams and events.

use crate::error::check;
use crate::sys::{self, Runtime};
use crate::{Device, Error};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard};

/// A queue of work on a device; work is done in the order in which it was queued. A stream that is dropped does not
/// wait: the driver destroys it once its work is done. Several threads may use a stream at the same time. An error of
/// queued work is reported by a later call.
pub struct Stream {
    device: Device,
    stream: *mut sys::Stream,
    /// Held by functions that do not queue work, because the runtime lets only one thread at a time call them.
    others: Mutex<()>,
}

// SAFETY: a stream belongs to no thread.
unsafe impl Send for Stream {}
// SAFETY: functions that several threads must not call at the same time hold a lock.
unsafe impl Sync for Stream {}

impl Stream {
    /// Creates a stream that waits for the device's null stream, and that the null stream waits for.
    pub fn new(device: &Device) -> Result<Stream, Error> {
        Stream::create(device, false)
    }

    /// Creates a stream that the null stream does not wait for, and that does not wait for the null stream.
    pub fn independent(device: &Device) -> Result<Stream, Error> {
        Stream::create(device, true)
    }

    fn create(device: &Device, independent: bool) -> Result<Stream, Error> {
        let mut stream = null_mut();
        let runtime = device.runtime();
        // SAFETY: the handle is open and the pointer is valid.
        check(runtime, unsafe { runtime.rocm_bindgen_stream_create(device.raw(), independent, &mut stream) })?;
        Ok(Stream { device: device.clone(), stream, others: Mutex::new(()) })
    }

    /// The device that the stream belongs to.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Waits until all work queued so far is done.
    pub fn synchronize(&self) -> Result<(), Error> {
        let locked = self.lock();
        // SAFETY: the stream exists.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_stream_synchronize(locked.raw()) })
    }

    /// Returns whether all work queued so far is done. Waits only while another thread waits for the stream.
    pub fn is_done(&self) -> Result<bool, Error> {
        let mut done = false;
        let locked = self.lock();
        // SAFETY: the stream exists and the pointer is valid.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_stream_done(locked.raw(), &mut done) })?;
        Ok(done)
    }

    /// Makes work that is queued later wait for the work that the event marks. The event may belong to another device.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        let locked = self.lock();
        // SAFETY: the stream and the event exist.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_stream_wait(locked.raw(), event.event) })
    }

    pub(crate) fn runtime(&self) -> &'static Runtime {
        self.device.runtime()
    }

    pub(crate) fn raw(&self) -> *mut sys::Stream {
        self.stream
    }

    /// Returns the stream once no other thread is in a function that does not queue work.
    pub(crate) fn lock(&self) -> LockedStream<'_> {
        let guard = self.others.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        LockedStream { stream: self.stream, _guard: guard }
    }
}

/// A stream whose lock this thread holds.
pub(crate) struct LockedStream<'a> {
    stream: *mut sys::Stream,
    _guard: MutexGuard<'a, ()>,
}

impl LockedStream<'_> {
    /// The argument of functions that only one thread at a time may call. It exists no longer than the lock is held.
    pub(crate) fn raw(&self) -> sys::ExclusiveStream<'_> {
        sys::ExclusiveStream::new(self.stream)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: nothing uses the stream any more.
        unsafe { self.runtime().rocm_bindgen_stream_destroy(self.stream) }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Stream {:p} of {:?}", self.stream, self.device)
    }
}

/// A marker in a stream. It can be sent to another thread, but only one thread at a time can use it.
pub struct Event {
    device: Device,
    event: *mut sys::Event,
    not_sync: PhantomData<Cell<()>>,
}

// SAFETY: an event belongs to no thread.
unsafe impl Send for Event {}

impl Event {
    /// Creates an event that marks nothing yet.
    pub fn new(device: &Device) -> Result<Event, Error> {
        let mut event = null_mut();
        let runtime = device.runtime();
        // SAFETY: the handle is open and the pointer is valid.
        check(runtime, unsafe { runtime.rocm_bindgen_event_create(device.raw(), &mut event) })?;
        Ok(Event { device: device.clone(), event, not_sync: PhantomData })
    }

    /// Makes the event mark all work queued so far on `stream`, a stream of the same device.
    pub fn record(&self, stream: &Stream) -> Result<(), Error> {
        let locked = stream.lock();
        // SAFETY: the event and the stream exist.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_event_record(self.event, locked.raw()) })
    }

    /// Waits until the marked work is done.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the event exists.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_event_synchronize(self.event) })
    }

    /// Returns whether the marked work is done. Does not wait.
    pub fn is_done(&self) -> Result<bool, Error> {
        let mut done = false;
        // SAFETY: the event exists and the pointer is valid.
        check(self.runtime(), unsafe { self.runtime().rocm_bindgen_event_done(self.event, &mut done) })?;
        Ok(done)
    }

    /// Returns the time on the device, in milliseconds, between `earlier` and this event. Both must be recorded and
    /// done.
    pub fn milliseconds_since(&self, earlier: &Event) -> Result<f32, Error> {
        let mut milliseconds = 0.0;
        // SAFETY: both events exist and the pointer is valid.
        let status =
            unsafe { self.runtime().rocm_bindgen_event_milliseconds(earlier.event, self.event, &mut milliseconds) };
        check(self.runtime(), status)?;
        Ok(milliseconds)
    }

    fn runtime(&self) -> &'static Runtime {
        self.device.runtime()
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: nothing uses the event any more.
        unsafe { self.runtime().rocm_bindgen_event_destroy(self.event) }
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Event {:p} of {:?}", self.event, self.device)
    }
}
