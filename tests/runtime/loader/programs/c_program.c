/* Uses the C API from C: device, module, kernel, launch, result. The environment selects the driver. */
#include <stdio.h>

#include "rocm_bindgen/rocm_bindgen.h"

/* Defined in test_module.cpp. */
const rocm_bindgen_module* test_module(void);

static int failed(rocm_bindgen_status status, const char* doing) {
  if (status == ROCM_BINDGEN_SUCCESS) return 0;
  fprintf(stderr, "%s: status %d: %s\n", doing, (int)status, rocm_bindgen_last_error());
  return 1;
}

static int scale(const rocm_bindgen_device* device, rocm_bindgen_stream* stream, rocm_bindgen_buffer* buffer, float by,
                 uint64_t count) {
  rocm_bindgen_kernel kernel;
  if (failed(rocm_bindgen_get_kernel(device, test_module(), "scale", &kernel), "finding the kernel")) return 1;
  void* const data = rocm_bindgen_buffer_pointer(buffer);
  const rocm_bindgen_argument arguments[] = {
      {&data, sizeof data, ROCM_BINDGEN_ARGUMENT_POINTER},
      {&by, sizeof by, ROCM_BINDGEN_ARGUMENT_FLOATING},
      {&count, sizeof count, ROCM_BINDGEN_ARGUMENT_INTEGER},
  };
  const rocm_bindgen_launch_config config = {{1, 1, 1}, {64, 1, 1}, 0};
  return failed(rocm_bindgen_launch(kernel, &config, stream, arguments, 3), "launching");
}

static int compute(const rocm_bindgen_device* device, rocm_bindgen_stream* stream) {
  float values[3] = {1.0F, 2.0F, 3.0F};
  rocm_bindgen_buffer* buffer = NULL;
  if (failed(rocm_bindgen_buffer_allocate(device, sizeof values, &buffer), "allocating")) return 1;
  const int result =
      failed(rocm_bindgen_buffer_copy_from_host(buffer, values, sizeof values, 0, NULL), "copying to the device") ||
      scale(device, stream, buffer, 2.0F, 3) || failed(rocm_bindgen_stream_synchronize(stream), "waiting") ||
      failed(rocm_bindgen_buffer_copy_to_host(buffer, values, sizeof values, 0, NULL), "copying from the device");
  rocm_bindgen_buffer_free(buffer);
  printf("%g %g %g\n", (double)values[0], (double)values[1], (double)values[2]);
  return result;
}

int main(void) {
  rocm_bindgen_device* device = NULL;
  rocm_bindgen_device_info info;
  rocm_bindgen_stream* stream = NULL;
  if (failed(rocm_bindgen_device_open(0, &device), "opening the device")) return 1;
  if (!failed(rocm_bindgen_device_get_info(device, &info), "asking for the device")) printf("%s\n", info.arch);
  int result = failed(rocm_bindgen_stream_create(device, false, &stream), "creating a stream");
  if (result == 0) result = compute(device, stream);
  rocm_bindgen_stream_destroy(stream);
  rocm_bindgen_device_close(device);
  return result;
}
