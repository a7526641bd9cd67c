// From a code object as it is embedded to the ELF image that a driver takes.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// An ELF image: the embedded bytes themselves, or a copy that it owns. Aligned for ELF's structs, which drivers read
/// in place.
class Image {
 public:
  /// A view: `bytes` must outlive it.
  explicit Image(std::string_view bytes) : bytes_(bytes) {}
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

/// Exactly `image_size` bytes, not looked into. A view of the embedded data where that is not compressed and aligned;
/// what is a file of its own is read. Throws Error(bad_code_object) where the description does not hold: nothing there,
/// sizes that disagree, a zstd frame that is damaged; Error(out_of_memory) where the host has no `image_size` bytes.
Image decode_code_object(const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
