// The expected numbers are those of cuRAND: they were printed by its headers, compiled for the host by nvcc 13.
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lib/cuda_compat/random_host.hpp"
#include "support/catch.hpp"

namespace {

using Numbers = std::vector<uint64_t>;

template <class State>
Numbers numbers(State& state, std::size_t count = 6) {
  Numbers taken;
  for (std::size_t i = 0; i < count; ++i) taken.push_back(hiprand(&state));
  return taken;
}

// The arguments that start a generator, and the first numbers that it then returns.
struct Known {
  unsigned long long seed, subsequence, offset;
  Numbers expected;
};

template <class State>
void check_streams(const std::vector<Known>& streams) {
  for (const Known& known : streams) {
    State state;
    hiprand_init(known.seed, known.subsequence, known.offset, &state);
    INFO("seed " << known.seed << ", subsequence " << known.subsequence << ", offset " << known.offset);
    CHECK(numbers(state) == known.expected);
  }
}

// A state after a start and skips. Philox skips 3 + 102 numbers, so that one number of a group of four has been used.
template <class State>
State started() {
  State state;
  hiprand_init(9, 2, 3, &state);
  skipahead(std::is_same<State, hiprandStatePhilox4_32_10_t>::value ? 102 : 100, &state);
  skipahead_sequence(3, &state);
  return state;
}
template <>
hiprandStateMRG32k3a_t started() {
  hiprandStateMRG32k3a_t state;
  hiprand_init(9, 2, 3, &state);
  skipahead(100, &state);
  skipahead_sequence(3, &state);
  skipahead_subsequence(5, &state);
  return state;
}

template <class State, class Draw>
auto draws(State state, std::size_t count, Draw draw) {
  std::vector<decltype(draw(&state))> taken;
  for (std::size_t i = 0; i < count; ++i) taken.push_back(draw(&state));
  return taken;
}

// The numbers must be equal except for the last places, which depend on the library's sine, cosine, logarithm and
// exponential.
template <class Real>
void check_near(const std::vector<Real>& got, const std::vector<Real>& expected) {
  const double tolerance = std::is_same<Real, float>::value ? 1e-6 : 1e-14;
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO("number " << i << ": " << got[i] << ", expected " << expected[i]);
    CHECK(std::fabs(got[i] - expected[i]) <= tolerance * std::fmax(1.0, std::fabs(expected[i])));
  }
}

// The names of Poisson's numbers contain the mean: two below 64 and one above 4000, where other methods are used.
template <class State>
struct Expected {
  std::vector<float> uniform;
  std::vector<double> uniform_double;
  std::vector<float> normal;
  std::vector<double> normal_double;
  std::vector<float> log_normal;
  std::vector<double> log_normal_double;
  std::vector<unsigned int> poisson3;
  std::vector<unsigned int> poisson63;
  std::vector<unsigned int> poisson5000;
};

template <class State>
void check(const State& state, const Expected<State>& expected) {
  CHECK(draws(state, 3, [](State* s) { return hiprand_uniform(s); }) == expected.uniform);
  CHECK(draws(state, 3, [](State* s) { return hiprand_uniform_double(s); }) == expected.uniform_double);
  check_near(draws(state, 5, [](State* s) { return hiprand_normal(s); }), expected.normal);
  check_near(draws(state, 5, [](State* s) { return hiprand_normal_double(s); }), expected.normal_double);
  check_near(draws(state, 3, [](State* s) { return hiprand_log_normal(s, 0.5f, 0.25f); }), expected.log_normal);
  check_near(draws(state, 3, [](State* s) { return hiprand_log_normal_double(s, 0.5, 0.25); }),
             expected.log_normal_double);
  CHECK(draws(state, 8, [](State* s) { return hiprand_poisson(s, 3.0); }) == expected.poisson3);
  CHECK(draws(state, 4, [](State* s) { return hiprand_poisson(s, 63.5); }) == expected.poisson63);
  CHECK(draws(state, 4, [](State* s) { return hiprand_poisson(s, 5000.0); }) == expected.poisson5000);
}

// Odd multiples of a number, in place of the direction vectors of a dimension.
template <std::size_t Bits, class Word>
std::vector<Word> direction_vectors(Word multiplier) {
  std::vector<Word> vectors;
  for (Word i = 0; i < Bits; ++i) vectors.push_back((2 * i + 1) * multiplier);
  return vectors;
}
const std::vector<unsigned int> kVectors32 = direction_vectors<32>(2654435761u);
const std::vector<unsigned long long> kVectors64 = direction_vectors<64>(11400714819323198485ull);

hiprandStateSobol32_t started_sobol32() {
  hiprandStateSobol32_t state;
  hiprand_init(kVectors32.data(), 3, &state);
  return state;
}
hiprandStateSobol64_t started_sobol64() {
  hiprandStateSobol64_t state;
  hiprand_init(kVectors64.data(), 3, &state);
  return state;
}

}  // namespace

TEST_CASE("XORWOW gives cuRAND's numbers") {
  using State = hiprandStateXORWOW_t;
  static_assert(sizeof(State) == 48 && std::is_trivial<State>::value, "as in cuRAND");
  check_streams<State>({
      {0, 0, 0, {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f, 0x7666f33f}},
      {1234, 0, 0, {0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394, 0xdb6a6a85, 0x95195c6b}},
      {1234, 0, 1, {0x6f558604, 0xdee6daf2, 0x7485b394, 0xdb6a6a85, 0x95195c6b, 0x338f343f}},
      {1234, 1, 0, {0xd1f7605a, 0xed29ae49, 0x83030ed9, 0x899fbaf4, 0xcf2ac63b, 0x047c6db7}},
      {1234, 5, 7, {0xc7c04273, 0xd8577152, 0x18c2f892, 0x45ebfbe1, 0x291c2b37, 0x84bfaa09}},
      {0x123456789abcdefull,
       1000003,
       1000000007,
       {0x603a7c0a, 0x7a79c089, 0xf4f0d056, 0x4b333045, 0xf36948af, 0x5ae93716}},
      {42,
       0xfedcba9876543210ull,
       0x123456789abcdef1ull,
       {0x421b075e, 0xfe049d6e, 0x0d548c1c, 0x543e3520, 0x1e95471e, 0x79aa100d}},
  });
}

TEST_CASE("Philox gives cuRAND's numbers") {
  using State = hiprandStatePhilox4_32_10_t;
  static_assert(sizeof(State) == 64 && std::is_trivial<State>::value, "as in cuRAND");
  check_streams<State>({
      {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x5cb200db}},
      {1234, 0, 0, {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35, 0x1cbe137c}},
      {1234, 0, 1, {0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35, 0x1cbe137c, 0xfa277093}},
      {1234, 1, 0, {0xd115a128, 0x52fc7c75, 0xc7f33f17, 0x0f1539db, 0x07129e5f, 0x653d7a73}},
      {1234, 5, 7, {0x72c26332, 0x26a9bd1b, 0xd88ecb0d, 0x088f2111, 0xd1e85602, 0xc19c9fa2}},
      {0x123456789abcdefull,
       1000003,
       1000000007,
       {0xe8bcf079, 0xe8c1b024, 0xb1c429cc, 0xda14162c, 0xa74fcb19, 0x9a744698}},
      {42,
       0xfedcba9876543210ull,
       0x123456789abcdef1ull,
       {0xa4133ae4, 0xc7e89511, 0xe0d858f5, 0x0fb3bfe1, 0x0c78a9d1, 0x8ef82f2b}},
  });
}

TEST_CASE("MRG32k3a gives cuRAND's numbers") {
  // The last `subsequence` is below 2^51: a sequence of 2^127 numbers has that many subsequences of 2^76 numbers.
  using State = hiprandStateMRG32k3a_t;
  static_assert(sizeof(State) == 48 && std::is_trivial<State>::value, "as in cuRAND");
  check_streams<State>({
      {0, 0, 0, {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334, 0x38bcbcf8, 0x888c99a3}},
      {1234, 0, 0, {0xc96891f0, 0x9650c684, 0x0cbc7881, 0x5fa111cd, 0x864a3897, 0xfa61def9}},
      {1234, 0, 1, {0x9650c684, 0x0cbc7881, 0x5fa111cd, 0x864a3897, 0xfa61def9, 0x6661c54a}},
      {1234, 1, 0, {0x26f0d612, 0xac5068d7, 0xa3dbc910, 0x8fa62437, 0x76c19809, 0x815d3185}},
      {1234, 5, 7, {0x7b4fe4e9, 0x1bfc281d, 0x28a56de6, 0x3765d63c, 0xda9da40e, 0x8b8998e1}},
      {0x123456789abcdefull,
       1000003,
       1000000007,
       {0xc8ac4fae, 0xb8f5e300, 0x15ddaaa3, 0x28f850b4, 0x228c09c2, 0x641db6e5}},
      {42,
       0xfedcba98765ull,
       0x123456789abcdef1ull,
       {0x59f1616d, 0x291484ab, 0xe64fe64f, 0x8628f8cb, 0xc9e9a801, 0x2edc26d5}},
  });
}

TEST_CASE("Sobol's sequences have cuRAND's order") {
  static_assert(sizeof(hiprandStateSobol32_t) == 140 && sizeof(hiprandStateSobol64_t) == 536, "as in cuRAND");
  hiprandStateSobol32_t plain = started_sobol32();
  CHECK(numbers(plain, 4) == Numbers{0xdaa66d13, 0xcdb30d66, 0x538474d7, 0x892219c4});
  // Together with the 4 numbers above, this skips 1,000,000.
  skipahead(1000000 - 4, &plain);
  CHECK(numbers(plain, 3) == Numbers{0x50f14fa9, 0x47e42fdc, 0xd9d3566d});

  hiprandStateScrambledSobol32_t scrambled;
  hiprand_init(kVectors32.data(), 77, 3, &scrambled);
  CHECK(numbers(scrambled, 4) == Numbers{0xdaa66d5e, 0xcdb30d2b, 0x5384749a, 0x89221989});
  skipahead(1000000 - 4, &scrambled);
  CHECK(numbers(scrambled, 3) == Numbers{0x50f14fe4, 0x47e42f91, 0xd9d35620});

  hiprandStateSobol64_t wide = started_sobol64();
  CHECK(numbers(wide, 4) == Numbers{0xdaa66d2c7ddf743f, 0xcdb30db301ab1856, 0x5384740a7ee16443, 0x89221926033e107c});
  skipahead(1000000000000ull, &wide);
  CHECK(numbers(wide, 2) == Numbers{0xf7298218430a9487, 0xa4add60a3803f014});

  hiprandStateScrambledSobol64_t wide_scrambled;
  hiprand_init(kVectors64.data(), 77, 3, &wide_scrambled);
  CHECK(numbers(wide_scrambled, 4) ==
        Numbers{0xdaa66d2c7ddf7472, 0xcdb30db301ab181b, 0x5384740a7ee1640e, 0x89221926033e1031});
}

TEST_CASE("Sobol's sequence uses the last direction vector when its counter wraps") {
  hiprandStateSobol32_t state = started_sobol32();
  skipahead(1000000, &state);
  state.i = 0xffffffff;
  CHECK(numbers(state, 3) == Numbers{0x50f14fa9, 0xbf57bd26, 0x2160c497});
}

TEST_CASE("XORWOW's distributions are cuRAND's") {
  const auto state = started<hiprandStateXORWOW_t>();
  auto copy = state;
  CHECK(numbers(copy, 3) == Numbers{0x15879950, 0xd5da5b5f, 0xf16245b4});
  check<hiprandStateXORWOW_t>(state, {{0x1.587994p-4f, 0x1.abb4b6p-1f, 0x1.e2c48cp-1f},
                                      {0x1.abb4b7e67995p-1, 0x1.45111f6048b69p-2, 0x1.2752970a4fc9dp-2},
                                      {-1.91272914f, 1.13708282f, 0.312563092f, -0.141004026f, 1.44425845f},
                                      {0.54675335503439726, -0.24665411758796513, 0.11368574078489602,
                                       -1.5728580389822826, -1.3960211579552779},
                                      {1.02205741f, 2.19080853f, 1.78272092f},
                                      {1.8902107650594757, 1.5501263916442696, 1.6962525495153358},
                                      {3, 2, 3, 7, 3, 2, 1, 3},
                                      {65, 63, 65, 73},
                                      {5039, 4983, 5008, 4889}});
}

TEST_CASE("Philox's distributions are cuRAND's") {
  const auto state = started<hiprandStatePhilox4_32_10_t>();
  auto copy = state;
  CHECK(numbers(copy, 3) == Numbers{0xf4702353, 0x51f26a3a, 0x2beac137});
  check<hiprandStatePhilox4_32_10_t>(
      state, {{0x1.e8e046p-1f, 0x1.47c9a8p-2f, 0x1.5f560ap-3f},
              {0x1.e8e046a8p-1, 0x1.47c9a8ecp-2, 0x1.5f5609cp-3},
              {0.275004447f, -0.129629374f, -0.63894552f, 1.76564431f, -0.505248547f},
              {-0.51361093830065363, 1.4193004153170057, 0.51854063994355937, 0.51886903777428384, 3.2827146697572709},
              {1.76605999f, 1.59614706f, 1.40531802f},
              {1.4500488788627366, 2.3509631701603548, 1.8769256767416311},
              {3, 4, 0, 1, 4, 1, 3, 5},
              {63, 69, 62, 72},
              {4964, 5100, 5037, 5037}});
}

TEST_CASE("MRG32k3a's distributions are cuRAND's") {
  const auto state = started<hiprandStateMRG32k3a_t>();
  auto copy = state;
  CHECK(numbers(copy, 3) == Numbers{0x98cc1117, 0xd242491d, 0xf2492bbb});
  check<hiprandStateMRG32k3a_t>(state, {{0x1.319822p-1f, 0x1.a48492p-1f, 0x1.e49258p-1f},
                                        {0x1.3198222f7d33fp-1, 0x1.a484923b503b7p-1, 0x1.e49257779b797p-1},
                                        {-0.915619195f, 0.440197706f, 0.158963576f, -0.291288882f, -0.327876657f},
                                        {-0.91561926217756473, 0.44019767367793683, 0.15896362383606041,
                                         -0.2912888918867852, -0.32787674194734645},
                                        {1.31139994f, 1.84052241f, 1.71556234f},
                                        {1.3113998893286334, 1.8405223522399039, 1.7155623126251349},
                                        {7, 1, 2, 5, 3, 5, 0, 2},
                                        {58, 75, 52, 61},
                                        {4935, 5031, 5011, 4979}});
}

TEST_CASE("Sobol's distributions are cuRAND's") {
  auto narrow = started_sobol32();
  skipahead(1000000, &narrow);
  check<hiprandStateSobol32_t>(narrow, {{0x1.43c53ep-2f, 0x1.1f90cp-2f, 0x1.b3a6acp-1f},
                                        {0x1.43c53ea8p-2, 0x1.1f90bf74p-2, 0x1.b3a6acdcp-1},
                                        {-0.47840184f, -0.580390632f, 1.04021931f, -2.2112987f, 0.290524036f},
                                        {-0.47840182801864684, -0.58039064351626035, 1.0402193835057343,
                                         -2.2112988506616298, 0.29052402274974559},
                                        {1.46286893f, 1.42604136f, 2.1383934f},
                                        {1.4628689517302815, 1.42604137902606, 2.1383934993462899},
                                        {2, 2, 5, 0, 3, 4, 2, 3},
                                        {60, 59, 72, 47},
                                        {4966, 4959, 5074, 4844}});
  auto wide = started_sobol64();
  skipahead(1000000000006ull, &wide);
  check<hiprandStateSobol64_t>(wide, {{0x1.d4d57ep-3f, 0x1.c07986p-1f, 0x1.f82eecp-2f},
                                      {0x1.d4d57d9a3a4c6p-3, 0x1.c079853e752ep-1, 0x1.f82eec9917721p-2},
                                      {-0.742398918f, 1.15486491f, -0.0191355329f, -0.225932136f, 1.81814504f},
                                      {-0.74239895563051761, 1.1548649255712955, -0.019135510512027606,
                                       -0.22593211366159272, 1.8181450419413514},
                                      {1.36943769f, 2.20056963f, 1.64085281f},
                                      {1.3694377595174809, 2.2005695899848097, 1.6408528257433972},
                                      {2, 5, 3, 2, 6, 1, 4, 2},
                                      {58, 73, 63, 62},
                                      {4948, 5082, 4999, 4984}});
}

TEST_CASE("two and four numbers at a time are cuRAND's") {
  auto xorwow = started<hiprandStateXORWOW_t>();
  const float2 two = hiprand_normal2(&xorwow);
  check_near<float>({two.x, two.y}, {-1.91272914f, 1.13708282f});
  const double2 two_double = hiprand_normal2_double(&xorwow);
  check_near<double>({two_double.x, two_double.y}, {1.4710046458337767, -0.36197654724075951});

  const auto start = started<hiprandStatePhilox4_32_10_t>();
  auto state = start;
  const uint4 bits = hiprand4(&state);
  CHECK(Numbers{bits.x, bits.y, bits.z, bits.w} == Numbers{0xf4702353, 0x51f26a3a, 0x2beac137, 0xf1da6812});
  state = start;
  const float4 uniform = hiprand_uniform4(&state);
  CHECK(std::vector<float>{uniform.x, uniform.y, uniform.z, uniform.w} ==
        std::vector<float>{0x1.e8e046p-1f, 0x1.47c9a8p-2f, 0x1.5f560ap-3f, 0x1.e3b4dp-1f});
  state = start;
  const double4 uniform_double = hiprand_uniform4_double(&state);
  CHECK(std::vector<double>{uniform_double.x, uniform_double.y, uniform_double.z, uniform_double.w} ==
        std::vector<double>{0x1.47c9b666046a7p-2, 0x1.e3b4d29aac138p-1, 0x1.87384d798e02ep-1, 0x1.ffcb2bd996f14p-4});
  state = start;
  const double2 first = hiprand_uniform2_double(&state);
  CHECK((first.x == uniform_double.x && first.y == uniform_double.y));
  state = start;
  const float4 normal = hiprand_normal4(&state);
  check_near<float>({normal.x, normal.y, normal.z, normal.w}, {0.275004447f, -0.129629374f, -0.63894552f, 1.76564431f});
  state = start;
  const double4 normal_double = hiprand_normal4_double(&state);
  check_near<double>({normal_double.x, normal_double.y, normal_double.z, normal_double.w},
                     {-0.51361093830065363, 1.4193004153170057, 0.51854063994355937, 0.51886903777428384});
  state = start;
  const uint4 small = hiprand_poisson4(&state, 3.0);
  CHECK(Numbers{small.x, small.y, small.z, small.w} == Numbers{3, 4, 0, 1});
  state = start;
  const uint4 large = hiprand_poisson4(&state, 5000.0);
  CHECK(Numbers{large.x, large.y, large.z, large.w} == Numbers{4964, 5100, 5037, 5037});
}

TEST_CASE("a stored normal number is not returned as a log-normal one") {
  hiprandState_t state;
  hiprand_init(1, 0, 0, &state);
  hiprand_normal(&state);
  auto fresh = state;
  fresh.boxmuller_flag = 0;
  CHECK(hiprand_log_normal(&state, 0, 1) == hiprand_log_normal(&fresh, 0, 1));
}

TEST_CASE("XORWOW's jumps are powers of its step") {
  using namespace rocm_bindgen::random;
  CHECK(kXorwowJump[0][0] == 2);  // the polynomial x, one step
  for (int row = 0; row + 1 < kXorwowJumps; ++row) {
    // Rows are polynomials of 160 bits over GF(2). Squaring moves bit n to bit 2n; the bits above x^159 are then
    // reduced by the polynomial of the generator, from the top.
    uint32_t square[2 * kXorwowWords] = {};
    for (int bit = 0; bit < 160; ++bit)
      square[bit / 16] |= ((kXorwowJump[row][bit / 32] >> (bit % 32)) & 1u) << (2 * bit % 32);
    for (int top = 319; top >= 160; --top) {
      if (((square[top / 32] >> (top % 32)) & 1u) == 0) continue;
      square[top / 32] ^= 1u << (top % 32);
      for (int bit = 0; bit < 160; ++bit) {
        const int position = bit + top - 160;
        square[position / 32] ^= ((kXorwowPolynomial[bit / 32] >> (bit % 32)) & 1u) << (position % 32);
      }
    }
    INFO("row " << row + 1);
    for (int word = 0; word < kXorwowWords; ++word) CHECK(square[word] == kXorwowJump[row + 1][word]);
  }
}

TEST_CASE("MRG32k3a's jumps are powers of its step") {
  using namespace rocm_bindgen::random;
  MrgMatrix one = kMrgStep1, two = kMrgStep2;
  const auto equal = [](const MrgMatrix& a, const MrgMatrix& b) {
    for (int i = 0; i < 9; ++i)
      if (a.at[i / 3][i % 3] != b.at[i / 3][i % 3]) return false;
    return true;
  };
  for (int power = 1; power <= 127; ++power) {
    one = square<kMrgBelow1>(one);
    two = square<kMrgBelow2>(two);
    if (power == 76) CHECK((equal(one, kMrgSubsequence1) && equal(two, kMrgSubsequence2)));
  }
  CHECK((equal(one, kMrgSequence1) && equal(two, kMrgSequence2)));
}

TEST_CASE("rejected candidates do not change Poisson's mean, variance and skewness") {
  // Both ends and a mean within the range of means for which the numbers are drawn by rejection (kFewEvents to
  // kManyEvents).
  for (const double mean : {64.0, 500.0, 4000.0}) {
    hiprandStatePhilox4_32_10_t state;
    hiprand_init(7, 0, 0, &state);
    constexpr int kCount = 200000;
    double sum = 0, squares = 0, cubes = 0;
    for (int i = 0; i < kCount; ++i) {
      const double deviation = (hiprand_poisson(&state, mean) - mean) / std::sqrt(mean);
      sum += deviation;
      squares += deviation * deviation;
      cubes += deviation * deviation * deviation;
    }
    INFO("mean " << mean);
    // The limit is five standard errors of each moment. The variance of the squares is 2 + 1 / mean, less than 2.5, and
    // that of the cubes is below 16.
    CHECK(std::fabs(sum / kCount) < 5 / std::sqrt(kCount));
    CHECK(std::fabs(squares / kCount - 1) < 5 * std::sqrt(2.5 / kCount));
    CHECK(std::fabs(cubes / kCount - 1 / std::sqrt(mean)) < 5 * std::sqrt(16.0 / kCount));
  }
}

TEST_CASE("discrete numbers are drawn by a table's aliases or by its distribution function") {
  struct {
    unsigned int size = 4, offset = 10;
    unsigned int alias[4] = {1, 1, 1, 2};
    double probability[4] = {0.5, 1.0, 1.0, 0.25};
    double cdf[4] = {0.125, 0.5, 0.9375, 1.0};
  } table;
  hiprandStatePhilox4_32_10_t state;
  hiprand_init(3, 0, 0, &state);
  constexpr int kCount = 40000;
  int seen[4] = {};
  for (int i = 0; i < kCount; ++i) ++seen[hiprand_discrete(&state, &table) - 10];
  // Each slot has a probability of a quarter: the part that it keeps, and the part that it gives to its alias.
  const double expected[4] = {0.125, 0.25 + 0.125, 0.25 + 0.1875, 0.0625};
  // 0.01 is at least four standard errors: the standard error is at most sqrt(0.25 / 40000) = 0.0025.
  for (int value = 0; value < 4; ++value) CHECK(std::fabs(seen[value] / double{kCount} - expected[value]) < 0.01);

  auto sobol = started_sobol32();
  const auto uniform = draws(sobol, 50, [](hiprandStateSobol32_t* s) { return hiprand_uniform_double(s); });
  for (const double u : uniform) {
    const unsigned int value = hiprand_discrete(&sobol, &table) - 10;
    CHECK(u <= table.cdf[value]);
    if (value > 0) CHECK(u > table.cdf[value - 1]);
  }
}

TEST_CASE("MTGP32 follows its recurrence") {
  // Applies the recurrence of the paper to whole sequences; the parameters need not be good ones here.
  static mtgp32_kernel_params_t parameters;
  static hiprandStateMtgp32_t state;
  parameters.mask[0] = 0xfff80000;
  constexpr int kSet = 3, kPosition = 88;
  parameters.pos_tbl[kSet] = kPosition;
  parameters.sh1_tbl[kSet] = 19;
  parameters.sh2_tbl[kSet] = 5;
  for (unsigned int i = 0; i < 16; ++i) {
    parameters.param_tbl[kSet][i] = i * 0x71588353u;
    parameters.temper_tbl[kSet][i] = i * 0x0c0f1e2du;
  }
  // The recurrence starts from 351 words, which are arbitrary here.
  std::vector<uint32_t> x;
  for (uint32_t i = 0; i < 351; ++i) x.push_back(1812433253u * (i + 1) ^ (i << 7u));
  for (std::size_t i = 0; i < x.size(); ++i) state.s[i] = x[i];
  state.offset = 0;
  state.pIdx = kSet;
  state.k = &parameters;
  // 3000 numbers wrap around the state's ring of 1024 words.
  for (std::size_t n = 0; n < 3000; ++n) {
    const uint32_t mixed = ((x[n] & 0xfff80000u) ^ x[n + 1]) ^ (((x[n] & 0xfff80000u) ^ x[n + 1]) << 19u);
    const uint32_t y = mixed ^ (x[n + kPosition] >> 5u);
    x.push_back(y ^ parameters.param_tbl[kSet][y & 15u]);
    uint32_t t = x[n + kPosition - 1];
    t ^= t >> 16u;
    t ^= t >> 8u;
    const uint32_t expected = x.back() ^ parameters.temper_tbl[kSet][t & 15u];
    // As in a block of 100 threads: each gets a number, and then the offset is advanced by 100.
    const uint32_t got = rocm_bindgen::random::mtgp_number(state, static_cast<unsigned int>(n % 100));
    REQUIRE(got == expected);
    if (n % 100 == 99) state.offset = (state.offset + 100) % 1024;
  }
}
