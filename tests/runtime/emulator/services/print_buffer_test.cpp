#include "services/print_buffer.hpp"

#include <cstring>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

using Messages = std::vector<PrintedMessage>;

/// Flags of a message: it is for stderr; the hash of its format replaces the format.
constexpr std::uint32_t kToError = 1, kHash = 2;

/// Builds the buffer's contents as compiled code does.
class Bytes {
 public:
  /// Begins a message of `size` bytes, this dword included.
  Bytes& message(std::uint32_t size, std::uint32_t flags) { return dword(size << 2 | flags); }
  Bytes& dword(std::uint32_t value) { return append(&value, sizeof value); }
  Bytes& word(std::uint64_t value) { return append(&value, sizeof value); }
  /// Appends a text with its zero, padded to whole words.
  Bytes& text(const std::string& text) {
    append(text.data(), text.size());
    bytes_.resize(bytes_.size() + 8 - text.size() % 8);
    return *this;
  }
  Messages read(const PrintFormats& formats = {}) const { return read_messages(bytes_, formats); }

 private:
  Bytes& append(const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
    return *this;
  }
  std::vector<std::byte> bytes_;
};

}  // namespace

TEST_CASE("formats are read from the metadata by their hashes, and entries of other forms are ignored", "[services]") {
  const auto formats =
      read_print_formats({"0:0:3f3fc1195a143958,a:b, %d\n", "0:0:1,", "1:1:4:%d\\n", "0:0:xy,a", "0:0:5"});
  CHECK(formats == PrintFormats{{0x3f3fc1195a143958, "a:b, %d\n"}, {1, ""}});
}

TEST_CASE("a message has the hash of its format or the format itself", "[services]") {
  const PrintFormats formats{{7, "%d of %s\n"}};
  const auto messages = Bytes()
                            .message(4 + 8 + 8 + 8, kHash)
                            .word(7)
                            .word(3)
                            .text("four")
                            .message(4 + 8 + 8, kToError)
                            .text("<%x>")
                            .word(255)
                            .read(formats);
  CHECK(messages == Messages{{"3 of four\n", false}, {"<ff>", true}});
}

TEST_CASE("a message whose format is not in the code object says so", "[services]") {
  const auto messages = Bytes().message(12, kHash).word(8).read();
  CHECK(messages == Messages{{"printf: the code object does not have the format of this message\n", false}});
}

TEST_CASE("a damaged message ends the list", "[services]") {
  // Sizes that are less than the first dword's or exceed the buffer end the list.
  CHECK(Bytes().read().empty());
  CHECK(Bytes().message(0, 0).word(0).read().empty());
  CHECK(Bytes().message(13, kHash).word(8).read().empty());
  // A message that ends before its hash is not damaged in this sense: it is empty.
  CHECK(Bytes().message(4, kHash).read() == Messages{{"", false}});
  CHECK(Bytes().message(12, 0).text("a").message(200, 0).word(0).read() == Messages{{"a", false}});
}
