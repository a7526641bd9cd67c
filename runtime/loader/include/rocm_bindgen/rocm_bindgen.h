/* The C API of the runtime, which other languages (Rust, Python and others) call.
 *
 * It covers most of the C++ API. C++ alone has, among others, the list of devices (Device::list()), compilation at run
 * time (Device::compile()), Device::can_access(), the parameters and limits of a kernel, and native handles. What the
 * C++ headers document about lifetimes and threads applies here as well.
 *
 * Every function that can fail returns a status. 0 is success; after any other status, rocm_bindgen_last_error()
 * returns the message. Results are returned through pointers, which are written only on success. A handle is released
 * by the function whose name ends in _close, _destroy or _free; these functions accept null. Unless documented
 * otherwise, a function that gets a null handle returns ROCM_BINDGEN_BAD_ARGUMENT, or null if it returns a pointer. */
#ifndef ROCM_BINDGEN_H
#define ROCM_BINDGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rocm_bindgen/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call. The numbers never change. */
typedef enum rocm_bindgen_status {
  ROCM_BINDGEN_SUCCESS = 0,
  ROCM_BINDGEN_NO_DRIVER = 1,       /* no GPU driver library could be opened, or the selected one could not */
  ROCM_BINDGEN_BAD_DRIVER = 2,      /* the library lacks a required symbol, or is too old */
  ROCM_BINDGEN_NO_DEVICE = 3,       /* the driver has no device, or none with that ordinal */
  ROCM_BINDGEN_NO_CODE_OBJECT = 4,  /* the module has no code object that the device can run */
  ROCM_BINDGEN_BAD_CODE_OBJECT = 5, /* a code object is missing, truncated, corrupt, or not for the target it names */
  ROCM_BINDGEN_UNKNOWN_KERNEL = 6,  /* the module has no kernel with that name */
  ROCM_BINDGEN_BAD_ARGUMENT = 7,    /* a value that the call does not accept, kernel arguments included */
  ROCM_BINDGEN_BAD_LAUNCH = 8,      /* a grid, workgroup or LDS size that is zero or exceeds a limit */
  ROCM_BINDGEN_OUT_OF_MEMORY = 9,
  ROCM_BINDGEN_DEVICE_LOST = 10,    /* a kernel faulted, or the device was reset */
  ROCM_BINDGEN_DRIVER_FAILURE = 11, /* any other failure reported by the driver */
  ROCM_BINDGEN_UNSUPPORTED = 12,    /* the driver does not have the requested function */
  ROCM_BINDGEN_AFTER_FORK = 13,     /* the process was forked after the driver was started */
  /* 14 and 15 are results of compilation at run time: of Device::compile() in C++, and of rocm_bindgen_elementwise() in
   * rocm_bindgen_ops.h. No function of this header returns them. */
  ROCM_BINDGEN_NO_COMPILER = 14,    /* no library for compilation at run time, or it does not support the device */
  ROCM_BINDGEN_COMPILE_FAILED = 15, /* the source has errors; the message contains the compiler's messages */
  /* Any other C++ exception, such as std::bad_alloc. 100, because it has no counterpart in ErrorCode, whose
   * numbers are those above. */
  ROCM_BINDGEN_HOST_FAILURE = 100
} rocm_bindgen_status;

/* The message of the last failed call of this thread; "" if no call has failed. Valid until the next failed call of
 * the same thread. */
ROCM_BINDGEN_API const char* rocm_bindgen_last_error(void);

/* ---- Modules: constant data with the layout of rocm_bindgen/module.hpp, which documents each member. ---- */

/* How a code object's bytes are stored. */
typedef enum rocm_bindgen_compression {
  ROCM_BINDGEN_COMPRESSION_NONE = 0,
  ROCM_BINDGEN_COMPRESSION_ZSTD = 1
} rocm_bindgen_compression;

/* Corresponds to ParameterInfo. */
typedef struct rocm_bindgen_parameter_info {
  const char* name;
  const char* type;
  uint32_t offset;
  uint32_t size;
  bool is_pointer;
} rocm_bindgen_parameter_info;

/* Corresponds to KernelInfo. */
typedef struct rocm_bindgen_kernel_info {
  const char* name;
  const char* symbol;
  const rocm_bindgen_parameter_info* parameters;
  uint32_t parameter_count;
} rocm_bindgen_kernel_info;

/* Corresponds to CodeObject. */
typedef struct rocm_bindgen_code_object {
  const char* target;
  const unsigned char* data;
  size_t stored_size;
  size_t image_size;
  uint8_t compression; /* a rocm_bindgen_compression */
  const char* file;    /* used if data is NULL; see rocm_bindgen_set_code_object_folder() */
} rocm_bindgen_code_object;

/* Corresponds to Module. */
typedef struct rocm_bindgen_module {
  const char* name;
  uint32_t index;
  const rocm_bindgen_kernel_info* kernels;
  size_t kernel_count;
  const rocm_bindgen_code_object* code_objects;
  size_t code_object_count;
} rocm_bindgen_module;

/* ---- Devices ---- */

/* Three sizes: workgroups of a grid, or work-items of a workgroup. */
typedef struct rocm_bindgen_dim3 {
  uint32_t x, y, z;
} rocm_bindgen_dim3;

/* Corresponds to DeviceInfo of rocm_bindgen/device_info.hpp, without its max_grid_items. Longer texts are truncated;
 * every text is null-terminated. */
typedef struct rocm_bindgen_device_info {
  int ordinal;
  char name[256];
  char arch[64];
  char driver[16];
  char driver_version[32];
  char pci[32];
  uint32_t compute_units;
  uint32_t wavefront_size;
  uint64_t memory_bytes;
  uint32_t lds_bytes;
  uint32_t max_lds_bytes;
  uint32_t max_workgroup_size;
  rocm_bindgen_dim3 max_workgroup;
  rocm_bindgen_dim3 max_grid;
} rocm_bindgen_device_info;

/* Corresponds to LoadStatistics. */
typedef struct rocm_bindgen_load_statistics {
  uint64_t loads;
  uint64_t hits;
  uint64_t bytes;
  double milliseconds;
} rocm_bindgen_load_statistics;

/* An open device. */
typedef struct rocm_bindgen_device rocm_bindgen_device;

/* Returns the number of devices; 0 if there is no driver. See Device::count(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_count(int* count);
/* Opens the device with that ordinal; the caller closes it. See Device::open(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_open(int ordinal, rocm_bindgen_device** device);
/* Releases the handle. The device itself is closed once everything that was made on it is released as well. */
ROCM_BINDGEN_API void rocm_bindgen_device_close(rocm_bindgen_device* device);
/* Returns the properties of the device. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_get_info(const rocm_bindgen_device* device,
                                                                  rocm_bindgen_device_info* info);
/* Waits for all work of this process on the device. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_synchronize(const rocm_bindgen_device* device);
/* Returns the free and the total size of the device's memory, in bytes. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_memory(const rocm_bindgen_device* device, size_t* free_bytes,
                                                                size_t* total_bytes);
/* Returns the counters of the device's module cache since the device was opened. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_statistics(const rocm_bindgen_device* device,
                                                                    rocm_bindgen_load_statistics* statistics);
/* Allows kernels on `device` to read and write the memory of `peer`. See Device::enable_access(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_enable_access(const rocm_bindgen_device* device,
                                                                       const rocm_bindgen_device* peer);
/* Loads the module now and looks up all its kernels. See Device::preload(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_preload(const rocm_bindgen_device* device,
                                                          const rocm_bindgen_module* module);
/* Unloads the module; its kernels become invalid. See Device::unload(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_unload(const rocm_bindgen_device* device,
                                                         const rocm_bindgen_module* module);

/* ---- Streams and events ---- */

/* A queue of work on a device. */
typedef struct rocm_bindgen_stream rocm_bindgen_stream;
/* A marker in a stream. */
typedef struct rocm_bindgen_event rocm_bindgen_event;
/* Recorded work. */
typedef struct rocm_bindgen_graph rocm_bindgen_graph;

/* Creates a stream; the caller destroys it. An `independent` stream and the null stream do not wait for each other;
 * see StreamKind. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_create(const rocm_bindgen_device* device, bool independent,
                                                                rocm_bindgen_stream** stream);
/* Wraps a hipStream_t or CUstream of the device that was created by other means; null is the device's null stream. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_borrow(const rocm_bindgen_device* device, void* native,
                                                                rocm_bindgen_stream** stream);
/* Destroys a stream without waiting for its work. The native stream of a borrowed one is not destroyed. */
ROCM_BINDGEN_API void rocm_bindgen_stream_destroy(rocm_bindgen_stream* stream);
/* Waits until all work queued so far is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_synchronize(rocm_bindgen_stream* stream);
/* Returns whether all work queued so far is done. Does not wait. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_done(rocm_bindgen_stream* stream, bool* done);
/* Makes work that is queued later wait for the work that the event marks. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_wait(rocm_bindgen_stream* stream,
                                                              const rocm_bindgen_event* event);
/* Records work that is queued from now on instead of running it. See Stream::begin_capture(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_begin_capture(rocm_bindgen_stream* stream);
/* Ends the recording and returns what was recorded; the caller destroys it. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_end_capture(rocm_bindgen_stream* stream,
                                                                     rocm_bindgen_graph** graph);
/* Queues all recorded work on a stream of the same device. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_graph_launch(rocm_bindgen_graph* graph, rocm_bindgen_stream* stream);
/* Releases recorded work. */
ROCM_BINDGEN_API void rocm_bindgen_graph_destroy(rocm_bindgen_graph* graph);

/* Creates an event of the device; the caller destroys it. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_create(const rocm_bindgen_device* device,
                                                               rocm_bindgen_event** event);
/* Releases an event; the marked work need not be done. */
ROCM_BINDGEN_API void rocm_bindgen_event_destroy(rocm_bindgen_event* event);
/* Makes the event mark all work queued on the stream so far. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_record(rocm_bindgen_event* event,
                                                               const rocm_bindgen_stream* stream);
/* Waits until the work that the event marks is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_synchronize(rocm_bindgen_event* event);
/* Returns whether the work that the event marks is done. Does not wait. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_done(rocm_bindgen_event* event, bool* done);
/* Returns the time on the device between two events, in milliseconds. Both must be recorded and done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_milliseconds(const rocm_bindgen_event* earlier,
                                                                     const rocm_bindgen_event* later,
                                                                     float* milliseconds);

/* ---- Memory: sizes, and offsets into the buffer, are in bytes. If the stream is null, the call waits. ---- */

/* Memory of a device. */
typedef struct rocm_bindgen_buffer rocm_bindgen_buffer;
/* Pinned host memory. */
typedef struct rocm_bindgen_pinned rocm_bindgen_pinned;

/* Allocates uninitialised memory of the device; the caller frees it. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                                  rocm_bindgen_buffer** buffer);
/* Frees the memory. The driver first lets queued work finish, for which the call may wait. */
ROCM_BINDGEN_API void rocm_bindgen_buffer_free(rocm_bindgen_buffer* buffer);
/* Returns the address on the device, which is the value to pass as a kernel argument. */
ROCM_BINDGEN_API void* rocm_bindgen_buffer_pointer(const rocm_bindgen_buffer* buffer);
/* Copies to the bytes of the buffer that start at `offset`. The host memory must stay valid until the copy is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy_from_host(rocm_bindgen_buffer* to, const void* from,
                                                                        size_t bytes, size_t offset,
                                                                        rocm_bindgen_stream* stream);
/* Copies from the bytes of the buffer that start at `offset`. The host memory must stay valid until the copy is
 * done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy_to_host(const rocm_bindgen_buffer* from, void* to,
                                                                      size_t bytes, size_t offset,
                                                                      rocm_bindgen_stream* stream);
/* Copies the first `bytes` bytes of `from` to the start of `to`, a buffer of the same or another device. `stream` must
 * not be null. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy(rocm_bindgen_buffer* to, const rocm_bindgen_buffer* from,
                                                              size_t bytes, rocm_bindgen_stream* stream);
/* Sets every byte to `value`. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_fill(rocm_bindgen_buffer* buffer, uint8_t value,
                                                              rocm_bindgen_stream* stream);

/* Allocates host memory that the driver pins; the caller frees it. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_pinned_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                                  rocm_bindgen_pinned** pinned);
/* Frees the memory. Queued copies from and to it must be done. */
ROCM_BINDGEN_API void rocm_bindgen_pinned_free(rocm_bindgen_pinned* pinned);
/* Returns the address on the host. */
ROCM_BINDGEN_API void* rocm_bindgen_pinned_pointer(const rocm_bindgen_pinned* pinned);

/* ---- Kernels ---- */

/* A reference to a kernel, valid while the kernel's module is loaded. It need not be released. */
typedef struct rocm_bindgen_kernel {
  void* loaded;
} rocm_bindgen_kernel;

/* Corresponds to ArgumentKind: what is known about the type of an argument. */
typedef enum rocm_bindgen_argument_kind {
  ROCM_BINDGEN_ARGUMENT_OTHER = 0, /* any value of the right size */
  ROCM_BINDGEN_ARGUMENT_POINTER = 1,
  ROCM_BINDGEN_ARGUMENT_INTEGER = 2,
  ROCM_BINDGEN_ARGUMENT_FLOATING = 3
} rocm_bindgen_argument_kind;

/* An argument of a launch. */
typedef struct rocm_bindgen_argument {
  const void* value; /* address of the value, which is read before the launch returns */
  uint32_t size;     /* size of the value in bytes */
  uint8_t kind;      /* a rocm_bindgen_argument_kind */
} rocm_bindgen_argument;

/* How a kernel is launched. */
typedef struct rocm_bindgen_launch_config {
  rocm_bindgen_dim3 grid;      /* workgroups */
  rocm_bindgen_dim3 workgroup; /* work-items per workgroup */
  uint32_t lds_bytes;          /* dynamic LDS per workgroup */
} rocm_bindgen_launch_config;

/* Returns the kernel with that name, and loads its module if necessary. See Device::get_or_load_func(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_get_kernel(const rocm_bindgen_device* device,
                                                             const rocm_bindgen_module* module, const char* name,
                                                             rocm_bindgen_kernel* kernel);
/* Queues the kernel. Arguments are checked and copied before the call returns. See Kernel::launch(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_launch(rocm_bindgen_kernel kernel,
                                                         const rocm_bindgen_launch_config* config,
                                                         rocm_bindgen_stream* stream,
                                                         const rocm_bindgen_argument* arguments, size_t count);

/* Sets the folder of code object files. See rocm_bindgen/code_object_folder.hpp. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_set_code_object_folder(const char* folder);

/* ---- Logging: levels as in rocm_bindgen/log.hpp (0 error, 1 info, 2 debug). No callback may call the runtime. ---- */

/* Sends messages to `callback`, with `user`; null restores the default, standard error. See set_log_callback(). */
ROCM_BINDGEN_API void rocm_bindgen_set_log_callback(void (*callback)(int level, const char* message, void* user),
                                                    void* user);
/* Sets the level, overriding the environment variable ROCM_BINDGEN_LOG. */
ROCM_BINDGEN_API void rocm_bindgen_set_log_level(int level);

#ifdef __cplusplus
}
#endif

#endif /* ROCM_BINDGEN_H */
