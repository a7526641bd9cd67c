#include "memory/host_access.hpp"

#include <bit>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// Loads and stores at the offsets 0 to 7 of memory that contains 1, 2, 3, ..., so that each byte identifies its place.
/// A store must not change the bytes around it.
template <unsigned bytes>
void check_round_trip() {
  for (unsigned first = 0; first < 8; ++first) {
    alignas(8) std::byte memory[32];
    for (unsigned n = 0; n < 32; ++n) memory[n] = static_cast<std::byte>(n + 1);
    const auto payload = host::load<bytes>(memory + first);
    for (unsigned n = 0; n < 4 * payload.size(); ++n)
      REQUIRE((payload[n / 4] >> (8 * (n % 4)) & 0xff) == (n < bytes ? first + n + 1 : 0));
    auto changed = payload;
    for (auto& dword : changed) dword = ~dword;
    host::store<bytes>(memory + first, changed);
    for (unsigned n = 0; n < 32; ++n) {
      const bool inside = n >= first && n < first + bytes;
      REQUIRE(memory[n] == static_cast<std::byte>(inside ? ~(n + 1) : n + 1));
    }
  }
}

}  // namespace

TEST_CASE("host::load and host::store work for every width at every alignment", "[memory]") {
  check_round_trip<1>();
  check_round_trip<2>();
  check_round_trip<4>();
  check_round_trip<8>();
  check_round_trip<12>();
  check_round_trip<16>();
}

TEST_CASE("atomic changes by several threads are not lost", "[memory]") {
  alignas(8) std::byte memory[16] = {};
  constexpr unsigned rounds = 20000, count = 4;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t)
    threads.emplace_back([&] {
      for (unsigned n = 0; n < rounds; ++n) {
        host::modify<std::uint32_t>(memory, [](std::uint32_t before) { return before + 1; });
        host::modify<std::uint64_t>(memory + 8, [](std::uint64_t before) {
          return std::bit_cast<std::uint64_t>(std::bit_cast<double>(before) + 0.5);
        });
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(host::load<4>(memory)[0] == rounds * count);
  const auto sum = host::load<8>(memory + 8);
  CHECK(std::bit_cast<double>(sum) == rounds * count * 0.5);
}
