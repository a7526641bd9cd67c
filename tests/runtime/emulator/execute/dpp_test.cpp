// DPP: the lane that each control reads, the effect of the masks, and the results of lanes without a valid source.
#include <array>
#include <bit>
#include <functional>
#include <string>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr int kNowhere = -1;
/// The destination before the instruction; each lane adds its number.
constexpr std::uint32_t kOld = 0xdead0000;

/// Returns the lane that lane `lane` of a wave of `lanes` lanes reads, or kNowhere.
using Source = std::function<int(int lane, int lanes)>;

struct Control {
  std::string text;
  Source source;
};

int row_of(int lane) {
  return lane / 16 * 16;
}

std::vector<Control> common_controls() {
  std::vector<Control> controls = {
      {"quad_perm:[0,1,2,3]", [](int lane, int) { return lane; }},
      {"quad_perm:[3,2,1,0]", [](int lane, int) { return lane / 4 * 4 + 3 - lane % 4; }},
      {"quad_perm:[2,2,0,1]", [](int lane, int) { return lane / 4 * 4 + std::array{2, 2, 0, 1}[lane % 4]; }},
      {"row_mirror", [](int lane, int) { return row_of(lane) + 15 - lane % 16; }},
      {"row_half_mirror", [](int lane, int) { return lane / 8 * 8 + 7 - lane % 8; }},
  };
  for (int amount = 1; amount < 16; ++amount) {
    const auto number = std::to_string(amount);
    // A shift to the left reads higher lanes.
    controls.push_back(
        {"row_shl:" + number, [=](int lane, int) { return lane % 16 + amount < 16 ? lane + amount : kNowhere; }});
    controls.push_back(
        {"row_shr:" + number, [=](int lane, int) { return lane % 16 >= amount ? lane - amount : kNowhere; }});
    controls.push_back(
        {"row_ror:" + number, [=](int lane, int) { return row_of(lane) + (lane % 16 - amount + 16) % 16; }});
  }
  return controls;
}

std::vector<Control> controls_of(const std::string& processor) {
  auto controls = common_controls();
  const auto add = [&](const std::string& text, Source source) { controls.push_back({text, std::move(source)}); };
  if (processor == "gfx90a" || processor == "gfx942") {
    add("wave_shl:1", [](int lane, int lanes) { return lane + 1 < lanes ? lane + 1 : kNowhere; });
    add("wave_shr:1", [](int lane, int) { return lane > 0 ? lane - 1 : kNowhere; });
    add("wave_rol:1", [](int lane, int lanes) { return (lane + 1) % lanes; });
    add("wave_ror:1", [](int lane, int lanes) { return (lane + lanes - 1) % lanes; });
    add("row_bcast:15", [](int lane, int) { return lane < 16 ? kNowhere : row_of(lane) - 1; });
    add("row_bcast:31", [](int lane, int) { return lane < 32 ? kNowhere : 31; });
    for (int n = 0; n < 16; ++n)
      add("row_newbcast:" + std::to_string(n), [=](int lane, int) { return row_of(lane) + n; });
  } else {
    for (int n = 0; n < 16; ++n) {
      add("row_share:" + std::to_string(n), [=](int lane, int) { return row_of(lane) + n; });
      add("row_xmask:" + std::to_string(n), [=](int lane, int) { return row_of(lane) + (lane % 16 ^ n); });
    }
  }
  return controls;
}

struct Machine {
  std::string processor;
  unsigned lanes;
};

Machine any_machine() {
  return GENERATE(Machine{"gfx90a", 64}, Machine{"gfx942", 64}, Machine{"gfx1030", 32}, Machine{"gfx1030", 64},
                  Machine{"gfx1100", 32}, Machine{"gfx1100", 64}, Machine{"gfx1201", 32});
}

struct Masks {
  unsigned rows = 0xf, banks = 0xf;
  bool bound_control = false, fetch_inactive = false;

  std::string text() const {
    return " row_mask:" + std::to_string(rows) + " bank_mask:" + std::to_string(banks) +
           (bound_control ? " bound_ctrl:1" : "") + (fetch_inactive ? " fi:1" : "");
  }
};

void check(const Machine& machine, const Control& control, const Masks& masks, std::uint64_t exec) {
  const auto text = "v_mov_b32_dpp v0, v1 " + control.text + masks.text();
  CAPTURE(machine.processor, machine.lanes, text, exec);
  Snippet snippet(machine.processor, text, machine.lanes);
  const auto lanes = static_cast<int>(machine.lanes);
  for (int lane = 0; lane < lanes; ++lane) {
    snippet.wave().vector(0)[lane] = kOld + static_cast<unsigned>(lane);
    snippet.wave().vector(1)[lane] = 1000 + static_cast<unsigned>(lane);
  }
  snippet.wave().set_exec(exec);
  exec = snippet.wave().exec();  // without the bits of lanes that the wave does not have
  snippet.run();
  const auto active = [&](int lane) { return (exec >> lane & 1) != 0; };
  for (int lane = 0; lane < lanes; ++lane) {
    const int from = control.source(lane, lanes);
    const bool masked = (masks.rows >> lane / 16 & 1) == 0 || (masks.banks >> lane % 16 / 4 & 1) == 0;
    const bool readable = from != kNowhere && (masks.fetch_inactive || active(from));
    auto expected = kOld + static_cast<unsigned>(lane);
    if (active(lane) && !masked) {
      if (readable)
        expected = 1000 + static_cast<unsigned>(from);
      else if (masks.bound_control)
        expected = 0;
    }
    CAPTURE(lane, from);
    CHECK(snippet.get(0, static_cast<unsigned>(lane)) == expected);
  }
}

/// Values of EXEC. kSome has active and inactive lanes in each row.
constexpr std::uint64_t kAll = ~std::uint64_t{0}, kSome = 0xf0f7'9ffe'6a3d'ff15;

TEST_CASE("DPP controls select the lane that is read", "[emulator][dpp]") {
  const auto machine = any_machine();
  for (const auto& control : controls_of(machine.processor))
    for (const bool bound_control : {false, true}) {
      Masks masks;
      masks.bound_control = bound_control;
      check(machine, control, masks, kAll);
      check(machine, control, masks, kSome);
    }
}

TEST_CASE("DPP row and bank masks disable lanes", "[emulator][dpp]") {
  const auto machine = any_machine();
  const Control mirror = {"row_mirror", [](int lane, int) { return row_of(lane) + 15 - lane % 16; }};
  const Control shift = {"row_shr:3", [](int lane, int) { return lane % 16 >= 3 ? lane - 3 : kNowhere; }};
  // The row masks are 0, 0b0101, 0b1010 and 0b1111; the bank masks are 0b0001, 0b0101, 0b1001 and 0b1101.
  for (unsigned rows = 0; rows < 16; rows += 5)
    for (unsigned banks = 1; banks < 16; banks += 4)
      for (const auto& control : {mirror, shift})
        for (const bool bound_control : {false, true}) {
          Masks masks;
          masks.rows = rows;
          masks.banks = banks;
          masks.bound_control = bound_control;
          check(machine, control, masks, kSome);
        }
}

TEST_CASE("DPP reads inactive lanes with fetch-inactive", "[emulator][dpp]") {
  const auto machine = GENERATE(Machine{"gfx1030", 32}, Machine{"gfx1100", 32}, Machine{"gfx1100", 64});
  for (const auto& control : controls_of(machine.processor))
    for (const bool bound_control : {false, true}) {
      Masks masks;
      masks.fetch_inactive = true;
      masks.bound_control = bound_control;
      check(machine, control, masks, kSome);
    }
}

TEST_CASE("DPP8 selects lanes within groups of eight", "[emulator][dpp]") {
  const auto machine =
      GENERATE(Machine{"gfx1030", 32}, Machine{"gfx1100", 32}, Machine{"gfx1100", 64}, Machine{"gfx1201", 32});
  const std::array<unsigned, 8> selectors = {7, 0, 0, 5, 2, 6, 1, 3};
  for (const bool fetch_inactive : {false, true})
    for (const auto exec : {kAll, kSome}) {
      const auto text = std::string("v_mov_b32_dpp v0, v1 dpp8:[7,0,0,5,2,6,1,3]") + (fetch_inactive ? " fi:1" : "");
      CAPTURE(machine.processor, machine.lanes, text, exec);
      Snippet snippet(machine.processor, text, machine.lanes);
      for (unsigned lane = 0; lane < machine.lanes; ++lane) {
        snippet.wave().vector(0)[lane] = kOld;
        snippet.wave().vector(1)[lane] = 1000 + lane;
      }
      snippet.wave().set_exec(exec);
      snippet.run();
      for (unsigned lane = 0; lane < machine.lanes; ++lane) {
        const unsigned from = lane / 8 * 8 + selectors[lane % 8];
        const bool active = (exec >> lane & 1) != 0, readable = fetch_inactive || (exec >> from & 1) != 0;
        CHECK(snippet.get(0, lane) == (!active ? kOld : readable ? 1000 + from : 0));
      }
    }
}

TEST_CASE("DPP applies only to the first source, and its modifiers apply afterwards", "[emulator][dpp]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor, machine.lanes);
  Snippet snippet(machine.processor,
                  "v_sub_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf\n"
                  "v_add_f32_dpp v3, -v1, |v2| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
                  machine.lanes);
  for (unsigned lane = 0; lane < machine.lanes; ++lane) {
    snippet.wave().vector(0)[lane] = kOld;
    snippet.wave().vector(1)[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(lane));
    snippet.wave().vector(2)[lane] = std::bit_cast<std::uint32_t>(-1000.0f * static_cast<float>(lane));
  }
  snippet.run();
  for (unsigned lane = 0; lane < machine.lanes; ++lane) {
    const auto number = static_cast<float>(lane);
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    // v1 of the previous lane minus v2; the first lane of a row has no previous one. Then -v1 of the neighbour plus
    // |v2|.
    CHECK(snippet.get(0, lane) == (lane % 16 == 0 ? kOld : bits(number - 1 + 1000 * number)));
    CHECK(snippet.get(3, lane) == bits(-static_cast<float>(lane ^ 1) + 1000 * number));
  }
}

TEST_CASE("DPP can write the register that it reads", "[emulator][dpp]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor, machine.lanes);
  Snippet snippet(machine.processor,
                  "v_mov_b32_dpp v1, v1 row_mirror row_mask:0xf bank_mask:0xf\n"
                  "v_mov_b32_dpp v2, v2 row_ror:1 row_mask:0xf bank_mask:0xf",
                  machine.lanes);
  for (unsigned lane = 0; lane < machine.lanes; ++lane)
    snippet.wave().vector(1)[lane] = snippet.wave().vector(2)[lane] = lane;
  snippet.run();
  for (unsigned lane = 0; lane < machine.lanes; ++lane) {
    CHECK(snippet.get(1, lane) == lane / 16 * 16 + 15 - lane % 16);
    CHECK(snippet.get(2, lane) == lane / 16 * 16 + (lane % 16 + 15) % 16);
  }
}

TEST_CASE("DPP moves both dwords of 64-bit sources", "[emulator][dpp]") {
  const auto [processor, mnemonic] = GENERATE(table<std::string, std::string>(
      {{"gfx90a", "v_ceil_f64_dpp"}, {"gfx942", "v_ceil_f64_dpp"}, {"gfx942", "v_mov_b64_dpp"}}));
  CAPTURE(processor, mnemonic);
  Snippet snippet(processor, mnemonic + " v[0:1], v[2:3] row_newbcast:5 row_mask:0xf bank_mask:0xf");
  for (unsigned lane = 0; lane < 64; ++lane) {
    const auto bits = std::bit_cast<std::uint64_t>(1e9 + lane);
    snippet.wave().vector(2)[lane] = static_cast<std::uint32_t>(bits);
    snippet.wave().vector(3)[lane] = static_cast<std::uint32_t>(bits >> 32);
  }
  snippet.run();
  for (unsigned lane = 0; lane < 64; ++lane)
    CHECK(snippet.get64(0, lane) == std::bit_cast<std::uint64_t>(1e9 + lane / 16 * 16 + 5));
}

TEST_CASE("DPP works for VOP3 and comparisons", "[emulator][dpp]") {
  const auto machine = GENERATE(Machine{"gfx1100", 32}, Machine{"gfx1100", 64}, Machine{"gfx1201", 32});
  CAPTURE(machine.processor, machine.lanes);
  Snippet snippet(machine.processor,
                  "v_fma_f32_e64_dpp v0, v1, v2, v3 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf\n"
                  "v_add_nc_u32_e64_dpp v4, v1, v1 dpp8:[1,0,3,2,5,4,7,6]\n"
                  "v_cmp_eq_u32_dpp vcc" +
                      std::string(machine.lanes == 32 ? "_lo" : "") + ", v5, v6 row_shr:1 row_mask:0xf bank_mask:0xf",
                  machine.lanes);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  for (unsigned lane = 0; lane < machine.lanes; ++lane) {
    snippet.wave().vector(1)[lane] = bits(static_cast<float>(lane));
    snippet.wave().vector(2)[lane] = bits(10);
    snippet.wave().vector(3)[lane] = bits(static_cast<float>(lane));
    snippet.wave().vector(5)[lane] = lane;
    snippet.wave().vector(6)[lane] = lane % 3 == 0 ? lane - 1 : 999;
  }
  snippet.run();
  std::uint64_t equal = 0;
  for (unsigned lane = 0; lane < machine.lanes; ++lane) {
    const auto mirrored = static_cast<float>(lane / 4 * 4 + 3 - lane % 4);
    CHECK(snippet.get(0, lane) == bits(10 * mirrored + static_cast<float>(lane)));
    CHECK(snippet.get(4, lane) == bits(static_cast<float>(lane)) + bits(static_cast<float>(lane ^ 1)));
    // v5 of the previous lane is lane - 1, which v6 has in every third lane. The first lane of a row has no previous
    // one.
    if (lane % 3 == 0 && lane % 16 != 0) equal |= std::uint64_t{1} << lane;
  }
  CHECK(snippet.wave().vcc() == equal);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
