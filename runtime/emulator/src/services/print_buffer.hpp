// The buffer in which kernels store the messages of printf() if they were compiled with -mprintf-kind=buffered. The
// host prints the messages when the kernel has ended.
//
// The buffer begins with two dwords: the number of bytes that messages occupy, which kernels increase, and the number
// of bytes that messages may occupy. A message is a dword with its size in bytes, shifted left by two, and two flags;
// then its format; then its arguments, as in a message of the hostcall buffer (format_message()). A format that the
// compiler knows is in the code object's metadata, and the message contains only its hash, with which the entry of the
// metadata begins: "0:0:3f3fc1195a143958,text\n". A message for which there is no room is lost, and its printf()
// returns -1.
//
// Source: LLVM's AMDGPUEmitPrintf.cpp, and __printf_alloc of ROCm's device libraries (ockl/src/printf_alloc.cl).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// The formats in a code object's metadata, by their hashes.
using PrintFormats = std::map<std::uint64_t, std::string>;

/// Reads the entries of the metadata's list "amdhsa.printf". Entries of another form, such as those of OpenCL kernels,
/// are ignored.
PrintFormats read_print_formats(const std::vector<std::string>& entries);

struct PrintedMessage {
  std::string text;
  bool to_error = false;  ///< for standard error
  bool operator==(const PrintedMessage&) const = default;
};

/// Formats the messages in the bytes after the buffer's two dwords. A damaged message ends the list.
std::vector<PrintedMessage> read_messages(std::span<const std::byte> bytes, const PrintFormats& formats);

/// Not thread safe: one launch has it at a time.
class PrintBuffer {
 public:
  /// Throws std::bad_alloc. `space` must outlive this object.
  explicit PrintBuffer(AddressSpace& space);
  ~PrintBuffer();
  PrintBuffer(const PrintBuffer&) = delete;
  PrintBuffer& operator=(const PrintBuffer&) = delete;

  /// The address that kernels get as the hidden argument hidden_printf_buffer.
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_); }
  /// Writes the messages to standard output or standard error, and empties the buffer.
  void print(const PrintFormats& formats);

 private:
  AddressSpace& space_;
  void* memory_ = nullptr;
};

}  // namespace rocm_bindgen::emulator
