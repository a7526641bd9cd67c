// Tests ops with exact results on random tensors against the same arithmetic in C++.
#include "rocm_bindgen/ops/elementwise.hpp"

#include "runtime/ops/random_tensors.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

/// Maxima and minima propagate NaN. Integers wrap; division by 0 gives 0.
template <class T>
T arithmetic(ops::Binary op, T a, T b) {
  const auto x = widen(a), y = widen(b);
  using C = Compute<T>;
  if constexpr (kIsFloat<T>) {
    C r = 0;
    switch (op) {
      case ops::Binary::add:
        r = x + y;
        break;
      case ops::Binary::sub:
        r = x - y;
        break;
      case ops::Binary::mul:
        r = x * y;
        break;
      case ops::Binary::div:
        r = x / y;
        break;
      case ops::Binary::maximum:
        r = x > y || x != x ? x : y;
        break;
      case ops::Binary::minimum:
        r = x < y || x != x ? x : y;
        break;
    }
    return Element<T>::nearest(static_cast<Real>(r));
  } else {
    using U = std::uint64_t;
    switch (op) {
      case ops::Binary::add:
        return static_cast<T>(static_cast<U>(x) + static_cast<U>(y));
      case ops::Binary::sub:
        return static_cast<T>(static_cast<U>(x) - static_cast<U>(y));
      case ops::Binary::mul:
        return static_cast<T>(static_cast<U>(x) * static_cast<U>(y));
      case ops::Binary::div:
        if (y == 0) return 0;
        if (std::is_signed_v<T> && y == static_cast<T>(-1)) return static_cast<T>(U{0} - static_cast<U>(x));
        return static_cast<T>(x / y);
      case ops::Binary::maximum:
        return x > y ? x : y;
      case ops::Binary::minimum:
        break;
    }
    return x < y ? x : y;
  }
}

}  // namespace

TEST_CASE("ops: binary ops are right for all types") {
  for (const auto dtype : kAllDTypes)
    for (int op = 0; op <= static_cast<int>(ops::Binary::minimum); ++op) {
      INFO(name_of(dtype) << ", op " << op);
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        const auto kind = static_cast<ops::Binary>(op);
        for_random_tensors(
            {dtype, dtype, dtype},
            [&](Stream& stream, std::vector<Tensor>& t) {
              ops::binary(stream, kind, t[1].view(), t[2].view(), t[0].view());
            },
            [&](std::vector<Tensor>& t) {
              check<T>(t[0], [&](std::int64_t i, T got) {
                return same(got, arithmetic(kind, operand<T>(t[1], t[0], i), operand<T>(t[2], t[0], i)));
              });
            });
      });
    }
}

TEST_CASE("ops: compare is right for all types") {
  for (const auto dtype : kAllDTypes)
    for (int op = 0; op <= static_cast<int>(ops::Compare::ge); ++op) {
      INFO(name_of(dtype) << ", op " << op);
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        const auto kind = static_cast<ops::Compare>(op);
        for_random_tensors(
            {DType::u8, dtype, dtype},
            [&](Stream& stream, std::vector<Tensor>& t) {
              ops::compare(stream, kind, t[1].view(), t[2].view(), t[0].view());
            },
            [&](std::vector<Tensor>& t) {
              check<std::uint8_t>(t[0], [&](std::int64_t i, std::uint8_t got) {
                const auto x = widen(operand<T>(t[1], t[0], i)), y = widen(operand<T>(t[2], t[0], i));
                // In the order of ops::Compare.
                const bool results[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
                return got == (results[op] ? 1 : 0);
              });
            });
      });
    }
}

TEST_CASE("ops: copy and where preserve all bits") {
  for (const auto dtype : kAllDTypes) {
    INFO(name_of(dtype));
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      for_random_tensors(
          {dtype, dtype}, [&](Stream& stream, std::vector<Tensor>& t) { ops::copy(stream, t[1].view(), t[0].view()); },
          [&](std::vector<Tensor>& t) {
            check<T>(t[0], [&](std::int64_t i, T got) {
              const auto x = operand<T>(t[1], t[0], i);
              return std::memcmp(&x, &got, sizeof(T)) == 0;
            });
          });
      for (const auto condition : {DType::u8, DType::u32, DType::i64})
        with_type(condition, [&](auto condition_type) {
          using Cond = typename decltype(condition_type)::type;
          for_random_tensors(
              {dtype, condition, dtype, dtype},
              [&](Stream& stream, std::vector<Tensor>& t) {
                // Every third element of the condition is 0.
                auto& bytes = t[1].bytes();
                for (std::size_t i = 0; i < bytes.size(); ++i)
                  if (i / sizeof(Cond) % 3 == 0) bytes[i] = 0;
                t[1].upload();
                ops::where(stream, t[1].view(), t[2].view(), t[3].view(), t[0].view());
              },
              [&](std::vector<Tensor>& t) {
                check<T>(t[0], [&](std::int64_t i, T got) {
                  const auto x = operand<T>(t[widen(operand<Cond>(t[1], t[0], i)) != 0 ? 2 : 3], t[0], i);
                  return std::memcmp(&x, &got, sizeof(T)) == 0;
                });
              });
        });
    });
  }
}

TEST_CASE("ops: cast is right from every type to every other") {
  for (const auto from : kAllDTypes)
    for (const auto to : kAllDTypes) {
      INFO(name_of(from) << " to " << name_of(to));
      with_type(from, [&](auto from_type) {
        with_type(to, [&](auto to_type) {
          using From = typename decltype(from_type)::type;
          using To = typename decltype(to_type)::type;
          for_random_tensors(
              {to, from}, [&](Stream& stream, std::vector<Tensor>& t) { ops::cast(stream, t[1].view(), t[0].view()); },
              [&](std::vector<Tensor>& t) {
                check<To>(t[0], [&](std::int64_t i, To got) {
                  return same(got, reference::converted<From, To>(operand<From>(t[1], t[0], i)));
                });
              },
              4);
        });
      });
    }
}

TEMPLATE_TEST_CASE("ops: long integers next to the middle of two bfloat16 numbers are rounded once", "", std::uint32_t,
                   std::int32_t, std::int64_t) {
  constexpr auto kType = std::is_same_v<TestType, std::uint32_t>  ? DType::u32
                         : std::is_same_v<TestType, std::int32_t> ? DType::i32
                                                                  : DType::i64;
  constexpr int kBits = 8 * static_cast<int>(sizeof(TestType)) - (std::is_signed_v<TestType> ? 1 : 0);
  // A bfloat16 has 8 bits. If 1000...01 follows them, the number is just above the middle, and rounding it to 24 bits
  // first would give the middle itself.
  std::vector<TestType> values;
  for (int length = 25; length <= kBits; ++length)
    for (const TestType first : {0x80, 0x81, 0xfe, 0xff})
      for (const int step : {-1, 0, 1}) {
        const auto middle = static_cast<TestType>((first << (length - 8)) | (TestType{1} << (length - 9)));
        values.push_back(static_cast<TestType>(middle + static_cast<TestType>(step)));
        values.push_back(static_cast<TestType>(TestType{0} - values.back()));
      }
  std::mt19937 random(1);
  const auto layout = dense({static_cast<std::int64_t>(values.size())});
  Tensor in(device(), kType, layout, random), out(device(), DType::bf16, layout, random);
  for (std::size_t i = 0; i < values.size(); ++i)
    set_element<TestType>(in.bytes(), static_cast<std::int64_t>(i), values[i]);
  in.upload();
  Stream stream(device());
  ops::cast(stream, in.view(), out.view());
  stream.synchronize();
  check<__nv_bfloat16>(out, [&](std::int64_t i, __nv_bfloat16 got) {
    return same(got, reference::converted<TestType, __nv_bfloat16>(values[static_cast<std::size_t>(i)]));
  });
}

TEST_CASE("ops: affine and fill are right for all types") {
  for (const auto dtype : kAllDTypes) {
    INFO(name_of(dtype));
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      constexpr double kMul = kIsFloat<T> ? -1.5 : 3, kAdd = 7;
      for_random_tensors(
          {dtype, dtype},
          [&](Stream& stream, std::vector<Tensor>& t) { ops::affine(stream, t[1].view(), kMul, kAdd, t[0].view()); },
          [&](std::vector<Tensor>& t) {
            check<T>(t[0], [&](std::int64_t i, T got) {
              const auto x = widen(operand<T>(t[1], t[0], i));
              if constexpr (kIsFloat<T>) {
                using C = Compute<T>;
                return same(got, Element<T>::nearest(std::fma(x, static_cast<C>(kMul), static_cast<C>(kAdd))));
              } else {
                return got == static_cast<T>(static_cast<std::uint64_t>(x) * 3 + 7);
              }
            });
          });
      for (const double value : {0.0, 1.5, -2.25, 300.0, 1e30}) {
        for_random_tensors(
            {dtype}, [&](Stream& stream, std::vector<Tensor>& t) { ops::fill(stream, t[0].view(), value); },
            [&](std::vector<Tensor>& t) {
              check<T>(t[0],
                       [&](std::int64_t, T got) { return same(got, Element<T>::nearest(static_cast<Real>(value))); });
            },
            4);
      }
    });
  }
}
