//! Gather and scatter operations. The largest value of the ids' type means "no row": reading there gives 0, and nothing
//! is written. An id out of range has the same effect, and is recorded for [`take_id_out_of_range`].

use super::sys::Ops;
use super::{call, TensorView, TensorViewMut, Workspace};
use crate::error::check;
use crate::{Error, Stream};

/// Computes `out[.., j, ..] = in[.., ids[j], ..]`. Ids are u8, u32 or i64.
pub fn index_select(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_index_select(stream, input.raw(), dim, ids.raw(), out.raw()) })
}

/// Computes `out[.., j, ..] = in[.., ids[.., j, ..], ..]`.
pub fn gather(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_gather(stream, input.raw(), dim, ids.raw(), out.raw()) })
}

/// Computes `out[.., ids[.., j, ..], ..] = in[.., j, ..]`. For duplicate indices, which write wins is unspecified.
pub fn scatter(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_scatter(stream, input.raw(), dim, ids.raw(), out.raw()) })
}

/// Computes `out[.., ids[.., j, ..], ..] += in[.., j, ..]`. Duplicate indices are added in an unspecified order.
pub fn scatter_add(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_scatter_add(stream, input.raw(), dim, ids.raw(), out.raw()) })
}

/// Computes `out[.., ids[j], ..] += in[.., j, ..]`.
pub fn index_add(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_index_add(stream, input.raw(), dim, ids.raw(), out.raw()) })
}

/// Returns whether an op has met an id out of range since the last call, and clears this record. Waits for the stream.
pub fn take_id_out_of_range(stream: &Stream, workspace: &mut Workspace) -> Result<bool, Error> {
    let mut found = false;
    let ops = Ops::get()?;
    let locked = stream.lock();
    // SAFETY: the stream and the workspace exist, and the pointer is valid.
    let status = unsafe { ops.rocm_bindgen_take_id_out_of_range(locked.raw(), workspace.raw(), &mut found) };
    check(stream.runtime(), status)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;
    use std::sync::mpsc::{channel, RecvTimeoutError};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn ids_are_not_taken_while_another_thread_waits_for_the_stream() {
        let device = Device::open(0).unwrap();
        let stream = Stream::new(&device).unwrap();
        let mut workspace = Workspace::new(&device, 0).unwrap();
        let (report, reported) = channel();
        thread::scope(|scope| {
            let locked = stream.lock();
            let stream = &stream;
            scope.spawn(move || report.send(take_id_out_of_range(stream, &mut workspace)).unwrap());
            // The function cannot return before the lock is released, however long this waits.
            assert_eq!(reported.recv_timeout(Duration::from_millis(100)).err(), Some(RecvTimeoutError::Timeout));
            drop(locked);
            assert!(!reported.recv().unwrap().unwrap());
        });
    }
}
