#include "services/print_buffer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

#include "services/message_format.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// ROCm's default: 4 KiB for each of 1024 work-items.
constexpr std::uint32_t kMessageBytes = 4 << 20;

/// The two dwords with which the buffer begins.
struct PrintHeader {
  std::uint32_t used;
  std::uint32_t size;
};

/// Flags of a message's first dword, which has the message's size in the bits above.
constexpr std::uint32_t kToError = 1, kFormatIsHash = 2;
constexpr unsigned kSizeShift = 2;

using MessageWords = std::vector<std::uint64_t>;

/// Appends `text` with its terminating zero, padded to whole words.
void append(MessageWords& words, std::string_view text) {
  const auto first = words.size();
  words.resize(first + text.size() / sizeof(std::uint64_t) + 1);
  std::memcpy(words.data() + first, text.data(), text.size());
}

/// The format and the arguments of a message, without its first dword.
MessageWords words_of(std::span<const std::byte> message, bool format_is_hash, const PrintFormats& formats) {
  MessageWords words;
  if (format_is_hash && message.size() >= sizeof(std::uint64_t)) {
    std::uint64_t hash = 0;
    std::memcpy(&hash, message.data(), sizeof hash);
    const auto format = formats.find(hash);
    append(words, format == formats.end() ? "printf: the code object does not have the format of this message\n"
                                          : std::string_view(format->second));
    message = message.subspan(sizeof hash);
  }
  const auto first = words.size();
  words.resize(first + message.size() / sizeof(std::uint64_t));
  if (words.size() > first)
    std::memcpy(words.data() + first, message.data(), (words.size() - first) * sizeof(std::uint64_t));
  return words;
}

}  // namespace

PrintFormats read_print_formats(const std::vector<std::string>& entries) {
  constexpr std::string_view kPrefix = "0:0:";
  PrintFormats formats;
  for (const auto& entry : entries) {
    const auto comma = entry.find(',');
    if (!entry.starts_with(kPrefix) || comma == std::string::npos) continue;
    std::uint64_t hash = 0;
    const auto* end = entry.data() + comma;
    if (std::from_chars(entry.data() + kPrefix.size(), end, hash, 16).ptr == end)
      formats.emplace(hash, entry.substr(comma + 1));
  }
  return formats;
}

std::vector<PrintedMessage> read_messages(std::span<const std::byte> bytes, const PrintFormats& formats) {
  std::vector<PrintedMessage> messages;
  std::uint32_t control = 0;
  while (bytes.size() >= sizeof control) {
    std::memcpy(&control, bytes.data(), sizeof control);
    const std::size_t size = control >> kSizeShift;
    if (size < sizeof control || size > bytes.size()) break;
    const auto words =
        words_of(bytes.subspan(sizeof control, size - sizeof control), (control & kFormatIsHash) != 0, formats);
    messages.push_back({format_message(words), (control & kToError) != 0});
    bytes = bytes.subspan(size);
  }
  return messages;
}

PrintBuffer::PrintBuffer(AddressSpace& space)
    : space_(space), memory_(space.allocate(sizeof(PrintHeader) + kMessageBytes, AllocationKind::services)) {
  if (memory_ == nullptr) throw std::bad_alloc();
  *static_cast<PrintHeader*>(memory_) = {0, kMessageBytes};
}

PrintBuffer::~PrintBuffer() {
  space_.release(memory_, AllocationKind::services);
}

void PrintBuffer::print(const PrintFormats& formats) {
  auto& header = *static_cast<PrintHeader*>(memory_);
  const auto* messages = static_cast<const std::byte*>(memory_) + sizeof header;
  for (const auto& message : read_messages({messages, std::min(header.used, kMessageBytes)}, formats))
    std::fwrite(message.text.data(), 1, message.text.size(), message.to_error ? stderr : stdout);
  header.used = 0;
}

}  // namespace rocm_bindgen::emulator
