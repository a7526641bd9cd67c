/* The runtime for C, and through it for Rust, Python and whatever else can call C. It covers the C++
 * API but for listing devices without opening them, kernels' limits and native handles; what holds there of lifetimes
 * and threads holds here. Every function that can fail returns a status; 0 is success, and after any other
 * rocm_bindgen_last_error() has the message. Results come through pointers, which are written on success only. Handles
 * are given back by the function that ends in _close, _destroy or _free; null is allowed there. */
#ifndef ROCM_BINDGEN_H
#define ROCM_BINDGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rocm_bindgen/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. The numbers stay. */
typedef enum rocm_bindgen_status {
  ROCM_BINDGEN_SUCCESS = 0,
  ROCM_BINDGEN_NO_DRIVER = 1,       /* no GPU driver library could be opened, or the one asked for could not */
  ROCM_BINDGEN_BAD_DRIVER = 2,      /* the library lacks a required symbol, or is too old */
  ROCM_BINDGEN_NO_DEVICE = 3,       /* the driver has no device, or none of that ordinal */
  ROCM_BINDGEN_NO_CODE_OBJECT = 4,  /* the module has no code object that the device can run */
  ROCM_BINDGEN_BAD_CODE_OBJECT = 5, /* a code object is truncated, corrupt, or not for the target it names */
  ROCM_BINDGEN_UNKNOWN_KERNEL = 6,  /* the module has no kernel of that name */
  ROCM_BINDGEN_BAD_ARGUMENT = 7,    /* a value that the call cannot take; kernel arguments included */
  ROCM_BINDGEN_BAD_LAUNCH = 8,      /* a grid, workgroup or LDS size that is zero or beyond a limit */
  ROCM_BINDGEN_OUT_OF_MEMORY = 9,
  ROCM_BINDGEN_DEVICE_LOST = 10,    /* a kernel faulted, or the device was reset */
  ROCM_BINDGEN_DRIVER_FAILURE = 11, /* any other failure that the driver reports */
  ROCM_BINDGEN_UNSUPPORTED = 12,    /* this driver has no such function */
  ROCM_BINDGEN_AFTER_FORK = 13,     /* the process was forked after the driver was started */
  ROCM_BINDGEN_NO_COMPILER = 14,    /* no library that compiles at run time, or none for the device */
  ROCM_BINDGEN_COMPILE_FAILED = 15, /* a source has errors; the message has the compiler's */
  ROCM_BINDGEN_HOST_FAILURE = 100   /* the host ran out of memory */
} rocm_bindgen_status;

/* The message of the last call of this thread that failed; "" if none has. Valid until the next one that does. */
ROCM_BINDGEN_API const char* rocm_bindgen_last_error(void);

/* ---- Modules: constant data, laid out as in rocm_bindgen/module.hpp, where each member is explained. ---- */

/* How a code object's bytes are stored. */
typedef enum rocm_bindgen_compression {
  ROCM_BINDGEN_COMPRESSION_NONE = 0,
  ROCM_BINDGEN_COMPRESSION_ZSTD = 1
} rocm_bindgen_compression;

/* As ParameterInfo. */
typedef struct rocm_bindgen_parameter_info {
  const char* name;
  const char* type;
  uint32_t offset;
  uint32_t size;
  bool is_pointer;
} rocm_bindgen_parameter_info;

/* As KernelInfo. */
typedef struct rocm_bindgen_kernel_info {
  const char* name;
  const char* symbol;
  const rocm_bindgen_parameter_info* parameters;
  uint32_t parameter_count;
} rocm_bindgen_kernel_info;

/* As CodeObject. */
typedef struct rocm_bindgen_code_object {
  const char* target;
  const unsigned char* data;
  size_t stored_size;
  size_t image_size;
  uint8_t compression; /* a rocm_bindgen_compression */
  const char* file;    /* where data is NULL; see rocm_bindgen_set_code_object_folder() */
} rocm_bindgen_code_object;

/* As Module. */
typedef struct rocm_bindgen_module {
  const char* name;
  uint32_t index;
  const rocm_bindgen_kernel_info* kernels;
  size_t kernel_count;
  const rocm_bindgen_code_object* code_objects;
  size_t code_object_count;
} rocm_bindgen_module;

/* ---- Devices ---- */

/* Three sizes, in items. */
typedef struct rocm_bindgen_dim3 {
  uint32_t x, y, z;
} rocm_bindgen_dim3;

/* As DeviceInfo of rocm_bindgen/device_info.hpp; texts that are longer are cut. */
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

/* As LoadStatistics. */
typedef struct rocm_bindgen_load_statistics {
  uint64_t loads;
  uint64_t hits;
  uint64_t bytes;
  double milliseconds;
} rocm_bindgen_load_statistics;

/* A device that is in use. */
typedef struct rocm_bindgen_device rocm_bindgen_device;

/* How many devices there are; 0 where there is no driver. As Device::count(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_count(int* count);
/* The device of that ordinal, for the caller to close. As Device::open(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_open(int ordinal, rocm_bindgen_device** device);
/* The device itself is closed once nothing that was made on it is left. */
ROCM_BINDGEN_API void rocm_bindgen_device_close(rocm_bindgen_device* device);
/* What the device is. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_get_info(const rocm_bindgen_device* device,
                                                                  rocm_bindgen_device_info* info);
/* Waits for all work of this process on the device. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_synchronize(const rocm_bindgen_device* device);
/* Bytes of its memory that are free, and there in all. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_memory(const rocm_bindgen_device* device, size_t* free_bytes,
                                                                size_t* total_bytes);
/* What its module cache has done since it was opened. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_statistics(const rocm_bindgen_device* device,
                                                                    rocm_bindgen_load_statistics* statistics);
/* Lets kernels on `device` read and write `peer`'s memory. As Device::enable_access(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_device_enable_access(const rocm_bindgen_device* device,
                                                                       const rocm_bindgen_device* peer);
/* Loads the module now and finds all its kernels. As Device::preload(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_preload(const rocm_bindgen_device* device,
                                                          const rocm_bindgen_module* module);
/* Unloads the module; its kernels are invalid from here on. As Device::unload(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_unload(const rocm_bindgen_device* device,
                                                         const rocm_bindgen_module* module);

/* ---- Streams and events ---- */

/* A queue of work on a device. */
typedef struct rocm_bindgen_stream rocm_bindgen_stream;
/* A mark in a stream. */
typedef struct rocm_bindgen_event rocm_bindgen_event;
/* Recorded work. */
typedef struct rocm_bindgen_graph rocm_bindgen_graph;

/* `independent` streams and the null stream do not wait for each other; see StreamKind. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_create(const rocm_bindgen_device* device, bool independent,
                                                                rocm_bindgen_stream** stream);
/* A hipStream_t or CUstream of the device that was made by other means; null is its null stream. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_borrow(const rocm_bindgen_device* device, void* native,
                                                                rocm_bindgen_stream** stream);
/* Without waiting; a borrowed one stays as it is. */
ROCM_BINDGEN_API void rocm_bindgen_stream_destroy(rocm_bindgen_stream* stream);
/* Waits until all work queued so far is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_synchronize(rocm_bindgen_stream* stream);
/* Whether all work queued so far is done. Does not wait. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_done(rocm_bindgen_stream* stream, bool* done);
/* Work queued from here on waits for what the event marks. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_wait(rocm_bindgen_stream* stream,
                                                              const rocm_bindgen_event* event);
/* From here on work is recorded, not done. As Stream::begin_capture(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_begin_capture(rocm_bindgen_stream* stream);
/* What has been recorded, for the caller to destroy. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_stream_end_capture(rocm_bindgen_stream* stream,
                                                                     rocm_bindgen_graph** graph);
/* Queues all of it on a stream of the same device. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_graph_launch(rocm_bindgen_graph* graph, rocm_bindgen_stream* stream);
/* Gives recorded work back; null is allowed. */
ROCM_BINDGEN_API void rocm_bindgen_graph_destroy(rocm_bindgen_graph* graph);

/* An event of the device, for the caller to destroy. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_create(const rocm_bindgen_device* device,
                                                               rocm_bindgen_event** event);
/* Gives an event back; null is allowed. */
ROCM_BINDGEN_API void rocm_bindgen_event_destroy(rocm_bindgen_event* event);
/* Marks what is queued on the stream so far. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_record(rocm_bindgen_event* event,
                                                               const rocm_bindgen_stream* stream);
/* Waits until what it marks is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_synchronize(rocm_bindgen_event* event);
/* Whether what it marks is done. Does not wait. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_done(rocm_bindgen_event* event, bool* done);
/* Milliseconds on the device between two events, both recorded and done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_event_milliseconds(const rocm_bindgen_event* earlier,
                                                                     const rocm_bindgen_event* later,
                                                                     float* milliseconds);

/* ---- Memory: sizes and offsets (of the buffer) in bytes. A null stream: the call waits. ---- */

/* Memory of a device. */
typedef struct rocm_bindgen_buffer rocm_bindgen_buffer;
/* Pinned host memory. */
typedef struct rocm_bindgen_pinned rocm_bindgen_pinned;

/* Uninitialised memory of the device, for the caller to free. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                                  rocm_bindgen_buffer** buffer);
/* Frees it; the driver lets that wait for work that is still queued. */
ROCM_BINDGEN_API void rocm_bindgen_buffer_free(rocm_bindgen_buffer* buffer);
/* The address on the device: what a kernel argument's value is. */
ROCM_BINDGEN_API void* rocm_bindgen_buffer_pointer(const rocm_bindgen_buffer* buffer);
/* To `offset` bytes behind the start; host memory must live until the copy is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy_from_host(rocm_bindgen_buffer* to, const void* from,
                                                                        size_t bytes, size_t offset,
                                                                        rocm_bindgen_stream* stream);
/* From `offset` bytes behind the start; host memory must live until the copy is done. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy_to_host(const rocm_bindgen_buffer* from, void* to,
                                                                      size_t bytes, size_t offset,
                                                                      rocm_bindgen_stream* stream);
/* Of one device or two; `stream` must not be null. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_copy(rocm_bindgen_buffer* to, const rocm_bindgen_buffer* from,
                                                              size_t bytes, rocm_bindgen_stream* stream);
/* Every byte becomes `value`. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_buffer_fill(rocm_bindgen_buffer* buffer, uint8_t value,
                                                              rocm_bindgen_stream* stream);

/* Host memory that the driver has pinned, for the caller to free. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_pinned_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                                  rocm_bindgen_pinned** pinned);
/* Frees it; null is allowed. */
ROCM_BINDGEN_API void rocm_bindgen_pinned_free(rocm_bindgen_pinned* pinned);
/* Its address on the host. */
ROCM_BINDGEN_API void* rocm_bindgen_pinned_pointer(const rocm_bindgen_pinned* pinned);

/* ---- Kernels ---- */

/* A reference, valid while its module is loaded; not to be given back. */
typedef struct rocm_bindgen_kernel {
  void* loaded;
} rocm_bindgen_kernel;

/* As ArgumentKind: what is known of an argument. */
typedef enum rocm_bindgen_argument_kind {
  ROCM_BINDGEN_ARGUMENT_OTHER = 0, /* any value of the right size */
  ROCM_BINDGEN_ARGUMENT_POINTER = 1,
  ROCM_BINDGEN_ARGUMENT_INTEGER = 2,
  ROCM_BINDGEN_ARGUMENT_FLOATING = 3
} rocm_bindgen_argument_kind;

/* An argument of a launch. */
typedef struct rocm_bindgen_argument {
  const void* value; /* where the value is; read before the launch returns */
  uint32_t size;     /* its bytes */
  uint8_t kind;      /* a rocm_bindgen_argument_kind */
} rocm_bindgen_argument;

/* How a kernel is launched. */
typedef struct rocm_bindgen_launch_config {
  rocm_bindgen_dim3 grid;      /* workgroups */
  rocm_bindgen_dim3 workgroup; /* work-items per workgroup */
  uint32_t lds_bytes;          /* dynamic LDS per workgroup */
} rocm_bindgen_launch_config;

/* The kernel of that name, its module loaded if need be. As Device::get_or_load_func(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_get_kernel(const rocm_bindgen_device* device,
                                                             const rocm_bindgen_module* module, const char* name,
                                                             rocm_bindgen_kernel* kernel);
/* Queues the kernel; arguments are checked and copied before it returns. As Kernel::launch(). */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_launch(rocm_bindgen_kernel kernel,
                                                         const rocm_bindgen_launch_config* config,
                                                         rocm_bindgen_stream* stream,
                                                         const rocm_bindgen_argument* arguments, size_t count);

/* Where files of code objects are: rocm_bindgen/code_object_folder.hpp. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_set_code_object_folder(const char* folder);

/* ---- Logging; levels as in rocm_bindgen/log.hpp: 0 error, 1 info, 2 debug. No callback may call the runtime. ---- */

/* Messages go to `callback`, with `user`; null: to standard error again. As set_log_callback(). */
ROCM_BINDGEN_API void rocm_bindgen_set_log_callback(void (*callback)(int level, const char* message, void* user),
                                                    void* user);
/* Overrides the environment variable ROCM_BINDGEN_LOG. */
ROCM_BINDGEN_API void rocm_bindgen_set_log_level(int level);

#ifdef __cplusplus
}
#endif

#endif /* ROCM_BINDGEN_H */
