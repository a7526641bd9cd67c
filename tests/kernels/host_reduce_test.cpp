#include "../../kernels/candle/reduce.cu"
#include "host_launch.hpp"
#include "near.hpp"
#include "random_values.hpp"

namespace {

using reference::Element;
using reference::Real;

template <class T, class Result>
using Kernel = void (*)(size_t, size_t, size_t, const size_t*, const T*, Result*);

// A view whose last dimensions, with `length` elements in total, are reduced.
struct Case {
  const char* name;
  host::Sizes dims;
  host::Sizes strides;
  size_t length;
  size_t start = 0;

  size_t numel() const {
    size_t n = 1;
    for (const size_t d : dims) n *= d;
    return n;
  }
  size_t rows() const { return numel() / length; }
  size_t offset(size_t index) const {
    size_t offset = start;
    for (size_t d = dims.size(); d-- != 0;) {
      offset += index % dims[d] * strides[d];
      index /= dims[d];
    }
    return offset;
  }
  size_t reach() const {
    size_t last = 0;
    for (size_t i = 0; i < numel(); ++i) last = std::max(last, offset(i));
    return last + 1;
  }
  host::Sizes info() const {
    auto info = dims;
    info.insert(info.end(), strides.begin(), strides.end());
    return info;
  }
};

// Cases in which only one dimension is reduced, as in all arg-reductions.
const Case kOneDim[] = {{"a scalar", {}, {}, 1},
                        {"one element", {1}, {1}, 1},
                        {"rows", {5, 37}, {37, 1}, 37},
                        {"rows, off by three elements", {3, 70}, {70, 1}, 70, 3},
                        {"rows of a wider matrix", {4, 64}, {80, 1}, 64},
                        {"long rows", {2, 5003}, {5003, 1}, 5003, 1},
                        {"columns", {6, 35}, {1, 6}, 35},
                        {"many columns", {70, 45}, {1, 70}, 45, 1},
                        {"many columns of several images", {3, 40, 9}, {400, 1, 41}, 9},
                        {"the middle of three dims", {4, 5, 9}, {45, 1, 5}, 9},
                        {"every second element", {3, 40}, {80, 2}, 40},
                        {"one element, repeated", {3, 12}, {1, 0}, 12},
                        {"short rows", {50, 2}, {2, 1}, 2}};
const Case kSeveralDims[] = {{"all of three dims", {3, 4, 5}, {20, 5, 1}, 60},
                             {"two of three dims", {4, 3, 5}, {5, 20, 1}, 15},
                             {"two of three, permuted", {5, 3, 4}, {1, 20, 5}, 12}};

// Small values, including zeros of both signs, and some NaN and infinities if asked for.
template <class T>
std::vector<T> memory_for(const Case& c, bool with_specials) {
  auto memory = host::small_values<T>(c.reach(), 21);
  for (size_t i = 0; i < memory.size(); i += 5) memory[i] = Element<T>::nearest(i % 2 == 0 ? Real{0} : -Real{0});
  if (with_specials && Element<T>::kFloat) {
    host::Random random(c.reach());
    const Real specials[] = {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                             -std::numeric_limits<Real>::infinity()};
    for (size_t i = 0; i < 1 + memory.size() / 40; ++i)
      memory[random.below(memory.size())] = Element<T>::nearest(specials[random.below(3)]);
  }
  return memory;
}

template <class T>
Real value_at(const std::vector<T>& memory, const Case& c, size_t row, size_t i) {
  return Element<T>::value(memory[c.offset(row * c.length + i)]);
}

// Launches the kernel in every geometry; calls `check(row, got)` for each result.
template <class T, class Result, class Check>
void launch(const std::string& name, Kernel<T, Result> kernel, const Case& c, const std::vector<T>& memory,
            Check check) {
  const auto info = c.info();
  const size_t rows = c.rows();
  auto geometries = launcher::row_geometries(rows);
  // The grid has fewer blocks than results, or more, or three dimensions.
  for (auto geometry : launcher::row_geometries(rows)) {
    for (const HostIndex grid :
         {HostIndex{1, 1, 1}, HostIndex{static_cast<unsigned>(rows / 2 + 1), 1, 1}, HostIndex{2, 3, 7}}) {
      geometry.grid = grid;
      geometries.push_back(geometry);
    }
  }
  for (const auto& geometry : geometries) {
    INFO(name << ": " << c.name << ", " << host::described(geometry));
    host::Output<Result> out(0, rows);
    launcher::run(name, kernel, geometry, {launcher::region(memory), launcher::region(info), out.region()}, c.numel(),
                  c.length, c.dims.size(), info.data(), memory.data() + c.start, out.data());
    size_t first_wrong = 0;
    while (first_wrong < rows && check(first_wrong, out.data()[first_wrong])) ++first_wrong;
    CAPTURE(first_wrong, rows);
    CHECK(first_wrong == rows);
    CHECK(out.guards_intact());
  }
}

template <class T>
void check_sum(const std::string& name, Kernel<T, T> kernel, const Case& c) {
  for (const bool specials : {false, true}) {
    const auto memory = memory_for<T>(c, specials);
    launch(name, kernel, c, memory, [&](size_t row, T got) {
      if constexpr (Element<T>::kFloat) {
        Real sum = 0;
        Real magnitude = 0;
        for (size_t i = 0; i < c.length; ++i) {
          const Real x = value_at(memory, c, row, i);
          sum += x;
          magnitude += std::fabs(x);
        }
        // Few of the additions of a tree are in sequence, so 32 rounding errors suffice for any number of terms.
        return host::is_near(got, sum, magnitude * 32 * host::compute_epsilon<T>());
      } else {
        uint64_t sum = 0;
        for (size_t i = 0; i < c.length; ++i) sum += static_cast<uint64_t>(memory[c.offset(row * c.length + i)]);
        return got == static_cast<T>(sum);
      }
    });
  }
}

// The index of the first of the largest (or smallest) elements of a row, or of the first NaN if there is one.
template <class T>
size_t extreme_of(const std::vector<T>& memory, const Case& c, size_t row, bool max) {
  size_t best = 0;
  for (size_t i = 0; i < c.length; ++i) {
    const Real x = value_at(memory, c, row, i);
    const Real y = value_at(memory, c, row, best);
    if (std::isnan(y)) break;
    if (std::isnan(x) || (max ? x > y : x < y)) best = i;
  }
  return best;
}

template <class T>
void check_extreme(const std::string& name, Kernel<T, T> kernel, const Case& c, bool max) {
  for (const bool specials : {false, true}) {
    const auto memory = memory_for<T>(c, specials);
    launch(name, kernel, c, memory, [&](size_t row, T got) {
      return host::is_near(got, value_at(memory, c, row, extreme_of(memory, c, row, max)), 0);
    });
  }
}

template <class T>
void check_arg(const std::string& name, Kernel<T, uint32_t> kernel, const Case& c, bool max) {
  for (const bool specials : {false, true}) {
    const auto memory = memory_for<T>(c, specials);
    launch(name, kernel, c, memory, [&](size_t row, uint32_t got) { return got == extreme_of(memory, c, row, max); });
  }
}

// Sums whose partial sums exceed the range or precision of the element type: 70,000 ones; and 300 times 400, then 300
// times -400.
template <class T>
void check_wide(const std::string& name, Kernel<T, T> kernel) {
  if constexpr (Element<T>::kFloat && sizeof(T) <= 2) {
    const Case ones{"70,000 ones", {1, 70000}, {70000, 1}, 70000};
    const std::vector<T> memory(ones.reach(), Element<T>::nearest(1));
    launch(name, kernel, ones, memory, [&](size_t, T got) { return host::is_near(got, 70000, 0); });
    const Case big{"large and back", {1, 600}, {600, 1}, 600};
    std::vector<T> both(big.reach());
    for (size_t i = 0; i < both.size(); ++i) both[i] = Element<T>::nearest(i < 300 ? 400 : -400);
    launch(name, kernel, big, both, [&](size_t, T got) { return host::is_near(got, 0, 0); });
  }
}

// A reduction of no elements writes the neutral result for each block.
template <class T, class Result>
void check_empty(const std::string& name, Kernel<T, Result> kernel, Result expected) {
  const host::Sizes info{3, 0, 0, 1};  // three rows without elements: dims 3 and 0, strides 0 and 1
  const std::vector<T> memory(1);
  for (const auto& geometry : launcher::row_geometries(3)) {
    INFO(name << " of nothing, " << host::described(geometry));
    host::Output<Result> out(0, 3);
    launcher::run(name, kernel, geometry, {launcher::region(memory), launcher::region(info), out.region()}, 0, 0, 2,
                  info.data(), memory.data(), out.data());
    host::check_result(out, 0, [&](size_t) { return expected; }, [](size_t) { return std::vector<double>{}; });
  }
  // A launch without results writes nothing.
  const host::Sizes none{0, 5, 5, 1};  // no rows of five elements: dims 0 and 5, strides 5 and 1
  for (const auto& geometry : launcher::row_geometries(3)) {
    INFO(name << " to nothing, " << host::described(geometry));
    host::Output<Result> out(0, 0);
    launcher::run(name, kernel, geometry, {launcher::region(memory), launcher::region(none), out.region()}, 0, 5, 2,
                  none.data(), memory.data(), out.data());
    CHECK(out.guards_intact());
  }
}

template <class T>
T lowest() {
  if constexpr (Element<T>::kFloat) return Element<T>::nearest(-std::numeric_limits<Real>::infinity());
  return std::numeric_limits<T>::min();
}
template <class T>
T highest() {
  if constexpr (Element<T>::kFloat) return Element<T>::nearest(std::numeric_limits<Real>::infinity());
  return std::numeric_limits<T>::max();
}

#define NAMED(ROOT, SUFFIX) "fast_" #ROOT "_" #SUFFIX, fast_##ROOT##_##SUFFIX
#define REDUCE_TEST(SUFFIX, T)                                     \
  TEST_CASE("reduce kernels: fast, " #SUFFIX) {                    \
    for (const Case& c : kOneDim) {                                \
      check_sum<T>(NAMED(sum, SUFFIX), c);                         \
      check_extreme<T>(NAMED(min, SUFFIX), c, false);              \
      check_extreme<T>(NAMED(max, SUFFIX), c, true);               \
      check_arg<T>(NAMED(argmin, SUFFIX), c, false);               \
      check_arg<T>(NAMED(argmax, SUFFIX), c, true);                \
    }                                                              \
    for (const Case& c : kSeveralDims) {                           \
      check_sum<T>(NAMED(sum, SUFFIX), c);                         \
      check_extreme<T>(NAMED(max, SUFFIX), c, true);               \
    }                                                              \
    check_wide<T>(NAMED(sum, SUFFIX));                             \
    check_empty<T, T>(NAMED(sum, SUFFIX), Element<T>::nearest(0)); \
    check_empty<T, T>(NAMED(min, SUFFIX), highest<T>());           \
    check_empty<T, T>(NAMED(max, SUFFIX), lowest<T>());            \
    check_empty<T, uint32_t>(NAMED(argmin, SUFFIX), 0xffffffffu);  \
    check_empty<T, uint32_t>(NAMED(argmax, SUFFIX), 0xffffffffu);  \
  }

REDUCE_TEST(bf16, __nv_bfloat16)
REDUCE_TEST(f16, __half)
REDUCE_TEST(f32, float)
REDUCE_TEST(f64, double)
REDUCE_TEST(u8, uint8_t)
REDUCE_TEST(u32, uint32_t)
REDUCE_TEST(i16, int16_t)
REDUCE_TEST(i32, int32_t)
REDUCE_TEST(i64, int64_t)
// Each e4m3 kernel exists under two names (docs/kernels.md).
REDUCE_TEST(f8_e4m3, __nv_fp8_e4m3)
REDUCE_TEST(f8e4m3, __nv_fp8_e4m3)

// A view, and the indices of the dimensions that are summed. A kernel gets the lengths of these dimensions, and their
// strides in a dense tensor of the view's dimensions.
struct Listed {
  const char* name;
  host::Sizes dims;
  host::Sizes strides;
  host::Sizes summed;
};
const Listed kListed[] = {{"nothing", {3, 4}, {4, 1}, {}},
                          {"the last of three", {3, 4, 5}, {20, 5, 1}, {2}},
                          {"the first of three", {3, 4, 5}, {20, 5, 1}, {0}},
                          {"first and last", {3, 4, 5}, {20, 5, 1}, {0, 2}},
                          {"all", {3, 4, 5}, {20, 5, 1}, {0, 1, 2}},
                          {"the middle of a permuted view", {5, 3, 4}, {1, 20, 5}, {1}},
                          {"many to one", {40, 50}, {50, 1}, {0, 1}},
                          {"few to many", {2, 600}, {600, 1}, {0}}};

template <class T>
void check_sum_dims(const std::string& name, void (*kernel)(size_t, size_t, size_t, const size_t*, const T*, T*)) {
  for (const Listed& listed : kListed) {
    const Case view{listed.name, listed.dims, listed.strides, 1};
    const size_t rank = listed.dims.size();
    host::Sizes dense(rank, 1);
    for (size_t d = rank; d-- > 1;) dense[d - 1] = dense[d] * listed.dims[d];
    host::Sizes info = view.info();
    for (const size_t d : listed.summed) info.push_back(listed.dims[d]);
    for (const size_t d : listed.summed) info.push_back(dense[d]);
    // The strides of the result, which has the dimensions that are not summed, in the same order.
    size_t results = 1;
    host::Sizes result_strides(rank, 0);
    for (size_t d = rank; d-- != 0;) {
      if (std::find(listed.summed.begin(), listed.summed.end(), d) != listed.summed.end()) continue;
      result_strides[d] = results;
      results *= listed.dims[d];
    }
    const auto memory = host::small_values<T>(view.reach(), 31);
    const auto before = host::small_values<T>(results, 32);
    std::vector<Real> sum(results);
    std::vector<Real> magnitude(results);
    std::vector<uint64_t> wrapped(results);
    for (size_t o = 0; o < results; ++o) {
      sum[o] = Element<T>::value(before[o]);
      magnitude[o] = std::fabs(sum[o]);
      if constexpr (!Element<T>::kFloat) wrapped[o] = before[o];
    }
    for (size_t i = 0; i < view.numel(); ++i) {
      size_t o = 0;
      for (size_t d = 0; d < rank; ++d) o += i / dense[d] % listed.dims[d] * result_strides[d];
      const T x = memory[view.offset(i)];
      sum[o] += Element<T>::value(x);
      magnitude[o] += std::fabs(Element<T>::value(x));
      if constexpr (!Element<T>::kFloat) wrapped[o] += x;
    }
    for (const auto& geometry : launcher::geometries({3, 2, 1}, view.numel())) {
      INFO(name << ": " << listed.name << ", " << host::described(geometry));
      host::Output<T> out(0, results);
      std::copy(before.begin(), before.end(), out.data());
      launcher::run(name, kernel, geometry, {launcher::region(memory), launcher::region(info), out.region()},
                    view.numel(), rank, listed.summed.size(), info.data(), memory.data(), out.data());
      size_t first_wrong = 0;
      const auto is_right = [&](size_t o) {
        const T got = out.data()[o];
        if constexpr (!Element<T>::kFloat) return got == static_cast<T>(wrapped[o]);
        return host::is_near(got, sum[o], magnitude[o] * 32 * host::compute_epsilon<T>());
      };
      while (first_wrong < results && is_right(first_wrong)) ++first_wrong;
      CAPTURE(first_wrong, results);
      CHECK(first_wrong == results);
      CHECK(out.guards_intact());
    }
  }
}

TEST_CASE("reduce kernels: sums over listed dims") {
  check_sum_dims<__nv_bfloat16>("sum_bf16", sum_bf16);
  check_sum_dims<__half>("sum_f16", sum_f16);
  check_sum_dims<float>("sum_f32", sum_f32);
  check_sum_dims<double>("sum_f64", sum_f64);
  check_sum_dims<uint32_t>("sum_u32", sum_u32);
}

}  // namespace
