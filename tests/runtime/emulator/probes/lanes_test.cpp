// AMD's instructions for moving data between lanes, compared with their description: which lane each lane reads.
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr int kLacking = -2;  ///< what the kernels write for an instruction that the processor lacks

unsigned wave() {
  return device().info().wavefront_size;
}
/// The number of threads, which is two waves.
unsigned threads() {
  return 2 * wave();
}
bool is_gfx9() {
  return processor().rfind("gfx9", 0) == 0;
}

std::vector<int> numbers(std::uint64_t seed) {
  Random random(seed);
  return filled<int>(threads(), [&] { return random.integer(1, 1000000); });
}

/// Returns the lane of the wave that lane `lane` reads, if there is one.
using Source = std::function<std::optional<unsigned>(unsigned lane)>;

/// A DPP control and its masks. A lane keeps -1 if its row of 16 lanes or its bank, which is four lanes of a row, is
/// not in the mask.
struct Dpp {
  const char* name;
  Source source;
  unsigned rows = 0xf, banks = 0xf;
  bool zeroes = false;    ///< lanes without a source get 0 and do not keep -1
  bool available = true;  ///< on this processor
  std::function<bool(unsigned thread)> active = [](unsigned) { return true; };
  int inactive = 0;  ///< the value of inactive lanes
};

std::vector<int> moved(const Dpp& dpp, const std::vector<int>& in) {
  std::vector<int> result;
  for (unsigned thread = 0; thread < threads(); ++thread) {
    const unsigned lane = thread % wave(), first = thread - lane;
    const auto source = dpp.source(lane);
    if (!dpp.available)
      result.push_back(kLacking);
    else if (!dpp.active(thread))
      result.push_back(dpp.inactive);
    else if ((dpp.rows >> lane / 16 & 1) == 0 || (dpp.banks >> lane % 16 / 4 & 1) == 0)
      result.push_back(-1);
    else if (source && dpp.active(first + *source))
      result.push_back(in[first + *source]);
    else
      result.push_back(dpp.zeroes ? 0 : -1);
  }
  return result;
}

Source quad(unsigned selector) {
  return [=](unsigned lane) { return (lane & ~3u) + (selector >> 2 * (lane & 3) & 3); };
}
/// Returns a source in the same row of 16 lanes. `position` maps a lane's position in the row to that of its source; if
/// the result is not from 0 to 15, the lane has no source.
Source in_row(std::function<int(int)> position) {
  return [=](unsigned lane) -> std::optional<unsigned> {
    const int from = position(static_cast<int>(lane % 16));
    return from < 0 || from > 15 ? std::nullopt : std::optional((lane & ~15u) + static_cast<unsigned>(from));
  };
}

}  // namespace

TEST_CASE("probe: DPP controls and masks") {
  if (!is_amd()) return lacks("data_parallel_primitives", "it is AMD's");
  const bool has_newbcast = is_any_of({"gfx90a", "gfx942"});
  const auto in_wave = [&](int by, bool around) {
    return [=](unsigned lane) -> std::optional<unsigned> {
      const int from = static_cast<int>(lane) + by, size = static_cast<int>(wave());
      if (!around && (from < 0 || from >= size)) return std::nullopt;
      return static_cast<unsigned>((from + size) % size);
    };
  };
  const std::vector<Dpp> moves = {
      {"quad pairs", quad(0xb1)},
      {"quad broadcast", quad(0xff)},
      {"quad reversed, two banks", quad(0x1b), 0xf, 0x5},
      {"row_shl:1", in_row([](int lane) { return lane + 1; })},
      {"row_shl:7, zeroes", in_row([](int lane) { return lane + 7; }), 0xf, 0xf, true},
      {"row_shr:1", in_row([](int lane) { return lane - 1; })},
      {"row_shr:3, zeroes", in_row([](int lane) { return lane - 3; }), 0xf, 0xf, true},
      {"row_shr:2, masked", in_row([](int lane) { return lane - 2; }), 0x5, 0x3},
      {"row_ror:5", in_row([](int lane) { return (lane + 11) % 16; })},
      {"row_mirror", in_row([](int lane) { return 15 - lane; })},
      {"row_half_mirror", in_row([](int lane) { return lane ^ 7; })},
      {"row_half_mirror, masked", in_row([](int lane) { return lane ^ 7; }), 0xa, 0xc},
      {"wave_shl", in_wave(1, false), 0xf, 0xf, false, is_gfx9()},
      {"wave_rol", in_wave(1, true), 0xf, 0xf, false, is_gfx9()},
      {"wave_shr", in_wave(-1, false), 0xf, 0xf, false, is_gfx9()},
      {"wave_ror", in_wave(-1, true), 0xf, 0xf, false, is_gfx9()},
      {"row_bcast:15",
       [](unsigned lane) -> std::optional<unsigned> {
         return lane < 16 ? std::nullopt : std::optional(lane / 16 * 16 - 1);
       },
       0xa, 0xf, false, is_gfx9()},
      {"row_bcast:31",
       [](unsigned lane) -> std::optional<unsigned> { return lane < 32 ? std::nullopt : std::optional(31u); }, 0xc, 0xf,
       false, is_gfx9()},
      {"row_newbcast:3", in_row([](int) { return 3; }), 0xf, 0xf, false, has_newbcast},
      {"row_share:5", in_row([](int) { return 5; }), 0xf, 0xf, false, !is_gfx9()},
      {"row_xmask:6", in_row([](int lane) { return lane ^ 6; }), 0xf, 0xf, false, !is_gfx9()},
      {"some lanes only", in_row([](int lane) { return lane - 1; }), 0xf, 0xf, false, true,
       [](unsigned thread) { return thread % 3 != 0; }, -3},
      {"some lanes only, zeroes", quad(0x39), 0xf, 0xf, true, true, [](unsigned thread) { return thread % 5 < 2; }, -3},
  };
  const auto in = numbers(1);
  const auto out = unwritten<int>(moves.size() * threads());
  run("data_parallel_primitives", blocks(1, threads()), upload(in), out);
  const auto results = out.to_vector();
  for (std::size_t m = 0; m < moves.size(); ++m)
    check_equal(moves[m].name, column(results, m, threads()), moved(moves[m], in));
}

TEST_CASE("probe: permutations of lanes") {
  if (!is_amd()) return lacks("lane_permutations", "it is AMD's");
  const auto in = numbers(2);
  // A permutation of the lanes of each wave.
  std::vector<int> places;
  for (unsigned thread = 0; thread < threads(); ++thread)
    places.push_back(static_cast<int>((thread * 11 + 5) % wave()));
  const auto out = unwritten<int>(15 * threads());
  run("lane_permutations", blocks(1, threads()), upload(in), upload(places), out);
  const auto results = out.to_vector();
  std::size_t next = 0;
  const auto check = [&](const char* name, auto value) {
    std::vector<int> expected;
    for (unsigned thread = 0; thread < threads(); ++thread)
      expected.push_back(static_cast<int>(value(thread - thread % wave(), thread % wave())));
    check_equal(name, column(results, next++, threads()), expected);
  };
  const auto from = [&](auto source) {
    return [&in, source](unsigned first, unsigned lane) { return in[first + source(lane)]; };
  };
  check("ds_bpermute",
        [&](unsigned first, unsigned lane) { return in[first + static_cast<unsigned>(places[first + lane])]; });
  check("ds_permute", [&](unsigned first, unsigned lane) {
    unsigned sender = 0;
    while (static_cast<unsigned>(places[first + sender]) != lane) ++sender;
    return in[first + sender];
  });
  check("swizzle, quads reversed", from([](unsigned lane) { return lane ^ 3; }));
  check("swizzle, xor 1", from([](unsigned lane) { return lane ^ 1; }));
  check("swizzle, xor 31", from([](unsigned lane) { return lane ^ 31; }));
  check("swizzle, and 16 or 7", from([](unsigned lane) { return (lane & 0x30) | 7; }));
  check("readfirstlane", from([](unsigned) { return 0u; }));
  check("readlane 17", from([](unsigned) { return 17u; }));
  check("readfirstlane of some", [&](unsigned first, unsigned lane) { return lane % 8 >= 5 ? in[first + 5] : -3; });
  check("ds_bpermute of some",
        [&](unsigned first, unsigned lane) { return lane % 8 >= 5 ? in[first + (lane | 1)] : -3; });
  check("mbcnt", [](unsigned, unsigned lane) {
    const std::uint64_t mask = 0xf0f0f0f012345678;
    int count = 5;
    for (unsigned before = 0; before < lane; ++before) count += static_cast<int>(mask >> before & 1);
    return count;
  });
  const auto since_gfx10 = [&](auto source) {
    return [&, source](unsigned first, unsigned lane) { return is_gfx9() ? kLacking : in[first + source(lane)]; };
  };
  const auto selected = [](unsigned lane) {
    return static_cast<unsigned>(0x02468ace13579bdfull >> 4 * (lane % 16) & 15);
  };
  check("permlane16, identity", since_gfx10([](unsigned lane) { return lane; }));
  check("permlane16", since_gfx10([=](unsigned lane) { return (lane & ~15u) + selected(lane); }));
  check("permlanex16", since_gfx10([=](unsigned lane) { return ((lane & ~15u) ^ 16) + selected(lane); }));
  check("dpp8", since_gfx10([](unsigned lane) { return (lane & ~7u) + (lane % 8 == 7 ? 3 : lane % 8 + 1); }));
}

TEST_CASE("probe: a sum by DPP") {
  if (!is_amd()) return lacks("dpp_reduction", "it is AMD's");
  const auto in = numbers(3);
  const auto out = unwritten<int>(threads());
  run("dpp_reduction", blocks(1, threads()), upload(in), out);
  std::vector<int> expected;
  for (unsigned thread = 0; thread < threads(); ++thread) {
    const auto first = in.begin() + (thread - thread % wave());
    expected.push_back(std::accumulate(first, first + wave(), 0));
  }
  check_equal("sums", out.to_vector(), expected);
}
