// Includes all of the runtime's C++ API.
#ifndef ROCM_BINDGEN_RUNTIME_HPP
#define ROCM_BINDGEN_RUNTIME_HPP

// IWYU pragma: begin_exports
#include "rocm_bindgen/buffer.hpp"
#include "rocm_bindgen/code_object_folder.hpp"
#include "rocm_bindgen/error.hpp"
#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/log.hpp"
#include "rocm_bindgen/module.hpp"
#include "rocm_bindgen/rtc.hpp"
#include "rocm_bindgen/runtime_device.hpp"
#include "rocm_bindgen/stream.hpp"
// IWYU pragma: end_exports

#endif  // ROCM_BINDGEN_RUNTIME_HPP
