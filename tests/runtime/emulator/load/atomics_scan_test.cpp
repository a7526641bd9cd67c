#include "load/atomics_scan.hpp"

#include "runtime/emulator/assembler.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// The code of a kernel, `first`, followed by the code of another function, `second`.
struct Code {
  explicit Code(const std::string& first, const std::string& second = "s_endpgm")
      : bytes(assemble("gfx1100", first, 32)), kernel_bytes(bytes.size()) {
    const auto others = assemble("gfx1100", second, 32);
    bytes.insert(bytes.end(), others.begin(), others.end());
  }
  /// Scans the kernel. If `known` is false, the kernel's size is passed as unknown, so the scan cannot stop at its end.
  bool has_atomics(bool known = true) const {
    const Disassembler disassembler("gfx1100", "");
    const auto begin = reinterpret_cast<std::uint64_t>(bytes.data());
    return code_has_global_atomics(disassembler, begin, known ? kernel_bytes : 0, begin, begin + bytes.size());
  }

  std::vector<std::uint8_t> bytes;
  std::size_t kernel_bytes;
};

constexpr const char* kPlain = "global_load_b32 v0, v[0:1], off\nds_add_u32 v0, v1\ns_endpgm";
constexpr const char* kCall = "s_swappc_b64 s[30:31], s[4:5]\ns_endpgm";

}  // namespace

TEST_CASE("scanning code finds atomics on global memory and ignores those on LDS", "[load]") {
  CHECK_FALSE(Code(kPlain).has_atomics());
  for (const auto* atomic : {"global_atomic_add_f32 v0, v1, s[2:3]", "flat_atomic_max_u32 v[0:1], v2",
                             "buffer_atomic_add_u32 v0, v1, s[0:3], 0 offen"})
    CHECK(Code(std::string(atomic) + "\ns_endpgm").has_atomics());
}

TEST_CASE("scanning a kernel that calls functions includes their atomics", "[load]") {
  const auto* atomic = "global_atomic_add_u32 v0, v1, s[2:3]\ns_setpc_b64 s[30:31]";
  CHECK_FALSE(Code(kPlain, atomic).has_atomics());
  CHECK(Code(kCall, atomic).has_atomics());
  CHECK_FALSE(Code(kCall, kPlain).has_atomics());
  CHECK(Code(kPlain, atomic).has_atomics(/*known=*/false));
}

TEST_CASE("scanning code skips bytes that are not an instruction", "[load]") {
  Code code("s_nop 0\ns_nop 0\nglobal_atomic_add_u32 v0, v1, s[2:3]\ns_endpgm");
  for (unsigned i = 0; i < 4; ++i) code.bytes[i] = 0xff;
  CHECK(code.has_atomics());
}
