// CUDA's vector types in kernels. The host's compiler lays out the parameters below from the same header.
#include <complex>
#include <vector>

#include "rocm_bindgen_compat/vectors/vector_types.hpp"
#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

struct VectorPack {
  char c;
  float3 three;
  double4 four;
  short3 odd;
  uchar4 bytes;
};

unsigned digits(unsigned x, unsigned y, unsigned z) {
  return x + 10 * y + 100 * z;
}

}  // namespace

TEST_CASE("vector types have the same layout on host and device") {
  const VectorPack pack{1, {2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11}, {12, 13, 14, 15}};
  const auto out = unwritten<double>(7);
  run("vectors_parameters", blocks(1, 1), char3{1, 2, -3}, pack, float4{16, 17, 18, 19}, out);
  // x + 2 y + 4 z of char3, one component of each member, and 16 + 19 from float4.
  const std::vector<double> expected = {1 + 4 - 12, 4, 8, 10, 15, 35, sizeof(VectorPack)};
  CHECK(out.to_vector() == expected);
  // The members have 1, 12, 32, 6 and 4 bytes, followed by 3, 0, 0, 2 and 4 bytes of padding.
  CHECK(sizeof(VectorPack) == 64);
}

TEST_CASE("vectors work in each kind of memory with a program's own operators") {
  const unsigned count = 64;
  std::vector<float4> in;
  for (unsigned i = 0; i < count; ++i) {
    const float x = static_cast<float>(i);
    in.push_back({x, 2 * x, 3 * x, 4 * x});
  }
  const auto out = unwritten<float>(3 * count);
  run("vectors_operators", blocks(1, count), upload(in), out);
  const auto results = out.to_vector();
  // The program's + adds another 100 to x, and its += subtracts the constant, (1, 2, 3) or (5, 6, 7).
  for (unsigned i = 0; i < count; ++i) {
    const float4 other = in[count - 1 - i];
    const float first = i % 2 == 0 ? 1.0f : 5.0f;
    CHECK(results[3 * i] == 2 * (other.x + in[i].x + 100 - first));
    CHECK(results[3 * i + 1] == other.w);
    CHECK(results[3 * i + 2] == 2 * (other.z + in[i].z - (first + 2)));
  }
}

TEST_CASE("positions and extents of a launch convert to uint3 and dim3") {
  const auto out = unwritten<unsigned>(8 * 64 * 6);
  run("vectors_positions", {{3, 2}, {4, 4, 4}}, out);
  const auto results = out.to_vector();
  for (unsigned block = 0; block < 6; ++block)
    for (unsigned thread = 0; thread < 64; ++thread) {
      const unsigned* mine = &results[8 * (thread + 64 * block)];
      const unsigned x = thread % 4, y = thread / 4 % 4, z = thread / 16;
      const std::vector<unsigned> expected = {digits(x, y, z),
                                              digits(block % 3, block / 3, 0),
                                              digits(4, 4, 4),
                                              digits(3, 2, 1),
                                              x < 2 ? 2 : x,
                                              block / 3,
                                              4,
                                              digits(4, 4, 4)};
      CHECK(std::vector<unsigned>(mine, mine + 8) == expected);
    }
}

TEST_CASE("cuComplex's functions are right") {
  using Complex = std::complex<double>;
  const std::vector<double2> in = {{1, 2}, {3, -4}, {-0.5, 0.75}, {1e200, 2e200}, {3e200, 4e200}, {0, -2}};
  const unsigned pairs = static_cast<unsigned>(in.size() / 2);
  const auto out = unwritten<double2>(4 * pairs);
  run("vectors_complex", blocks(1, pairs), upload(in), out);
  const auto results = out.to_vector();
  // A double's last place is 2e-16 of its value, and each result has a few roundings.
  const auto close = [](double2 actual, Complex expected) {
    CHECK(actual.x == Approx(expected.real()).epsilon(1e-14));
    CHECK(actual.y == Approx(expected.imag()).epsilon(1e-14));
  };
  for (unsigned i = 0; i < pairs; ++i) {
    const Complex a(in[2 * i].x, in[2 * i].y), b(in[2 * i + 1].x, in[2 * i + 1].y);
    close(results[4 * i], a * b);
    close(results[4 * i + 1], a / b);
    close(results[4 * i + 2], {std::abs(a), b.real()});
    // (a * b + a) - (a + b) is a * b - b. It overflows for the large numbers.
    if (std::abs(a) < 1e100 && std::abs(b) < 1e100) close(results[4 * i + 3], a * b - b);
  }
}
