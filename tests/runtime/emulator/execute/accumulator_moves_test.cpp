#include <cstdint>
#include <string>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

TEST_CASE("moves between VGPRs and AGPRs obey EXEC", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_accvgpr_write_b32 a1, v0\n"
                  "v_accvgpr_mov_b32 a2, a1\n"
                  "v_accvgpr_read_b32 v3, a2\n"
                  "v_accvgpr_write_b32 a5, -3");
  snippet.set(0, {7, 8, 9}).set(3, {55});
  snippet.wave().set_exec(~std::uint64_t{2});
  snippet.run();
  // Lane 1 is inactive. The values of v0 repeat every three lanes.
  for (unsigned lane = 0; lane < 64; ++lane) {
    CHECK(snippet.wave().accumulator(1)[lane] == (lane == 1 ? 0 : 7 + lane % 3));
    CHECK(snippet.get(3, lane) == (lane == 1 ? 55 : 7 + lane % 3));
    CHECK(snippet.wave().accumulator(5)[lane] == (lane == 1 ? 0 : 0xfffffffd));
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
