// Turns a code object as it is embedded into the ELF image that a driver loads.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// An ELF image: a view of the embedded bytes, or a copy that it owns. It is aligned for ELF's structs, because drivers
/// read them in place.
class Image {
 public:
  /// Makes a view; `bytes` must outlive the object.
  explicit Image(std::string_view bytes) : bytes_(bytes) {}
  /// Makes an image that owns its bytes.
  Image(std::unique_ptr<unsigned char[]> owned, std::size_t size)
      : owned_(std::move(owned)), bytes_(reinterpret_cast<const char*>(owned_.get()), size) {}

  std::string_view bytes() const { return bytes_; }
  const void* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }
  bool owns() const { return owned_ != nullptr; }

 private:
  std::unique_ptr<unsigned char[]> owned_;
  std::string_view bytes_;
};

/// Returns exactly `image_size` bytes, whose contents are not checked. The result is a view of the embedded data if
/// that is uncompressed and aligned. A code object in a separate file is read first. Throws Error(bad_code_object) if
/// the description is wrong: no data, sizes that disagree, a damaged zstd frame; Error(out_of_memory) if the host
/// cannot allocate `image_size` bytes.
Image decode_code_object(const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
