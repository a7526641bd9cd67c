// Functions that run scalar instructions on all pairs of words and on both values of SCC.
#pragma once

#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator::cases {

inline const std::vector<std::uint64_t> kWideWords = {
    0,
    1,
    0xffffffff,
    0x100000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0x8000000000000001,
    0xfffffffffffffffe,
    0xffffffffffffffff,
    0x00000000ffff0000,
    0xaaaaaaaa55555555,
    0x123456789abcdef0,
};

/// The expected result of an instruction.
struct Result {
  std::uint64_t value;
  bool scc;
};

/// Runs the assembly with s[0:1] and s[2:3] on gfx90a and gfx1100. Compares s[4:5], or s4 for a result of one dword,
/// and SCC.
inline void check_scalar(const std::string& assembly, const std::vector<std::uint64_t>& first,
                         const std::vector<std::uint64_t>& second, bool wide_result,
                         const std::function<Result(std::uint64_t, std::uint64_t, bool)>& expected) {
  constexpr std::uint32_t kUntouched = 0x0badf00d;
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    Snippet snippet(processor, assembly);
    for (const auto a : first)
      for (const auto b : second)
        for (const bool scc : {false, true}) {
          snippet.set_scalar64(0, a).set_scalar64(2, b).set_scalar(4, kUntouched).set_scalar(5, kUntouched);
          snippet.wave().scc = scc;
          snippet.run();
          const auto result = expected(a, b, scc);
          INFO(processor << ": " << assembly << std::hex << ": " << a << " " << b << " SCC " << scc);
          REQUIRE(snippet.scalar64(4) == (wide_result ? result.value : result.value | std::uint64_t{kUntouched} << 32));
          REQUIRE(snippet.wave().scc == result.scc);
        }
  }
}

inline std::vector<std::uint64_t> words() {
  return {kWords.begin(), kWords.end()};
}

/// Checks `name s4, s0, s2`.
inline void check_words(const std::string& name,
                        const std::function<Result(std::uint32_t, std::uint32_t, bool)>& expected) {
  check_scalar(name + " s4, s0, s2", words(), words(), false, [&](std::uint64_t a, std::uint64_t b, bool scc) {
    return expected(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), scc);
  });
}

/// Checks assembly that reads s0 and writes s4.
inline void check_one(const std::string& assembly, const std::function<Result(std::uint32_t, bool)>& expected) {
  check_scalar(assembly, words(), {0}, false,
               [&](std::uint64_t a, std::uint64_t, bool scc) { return expected(static_cast<std::uint32_t>(a), scc); });
}

}  // namespace rocm_bindgen::emulator::cases
