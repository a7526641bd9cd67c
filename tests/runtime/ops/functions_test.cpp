// Tests functions of floats on random tensors against long double.
#include "kernels/near.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "runtime/ops/random_tensors.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;
using reference::normcdf_of;
using reference::sigmoid_of;

constexpr DType kFloats[] = {DType::bf16, DType::f16, DType::f32, DType::f64, DType::f8e4m3};

struct NamedUnary {
  ops::Unary op;
  const char* name;
};
#define NAMED_UNARY(SUFFIX, T, NAME, ...) {ops::Unary::NAME, #NAME},
constexpr NamedUnary kUnaryOps[] = {ROCM_BINDGEN_UNARY_OPS(NAMED_UNARY, , )};

Real value_of(ops::Unary op, Real x) {
  using ops::Unary;
  switch (op) {
    case Unary::neg:
      return -x;
    case Unary::recip:
      return 1 / x;
    case Unary::exp:
      return std::exp(x);
    case Unary::log:
      return std::log(x);
    case Unary::sin:
      return std::sin(x);
    case Unary::cos:
      return std::cos(x);
    case Unary::tanh:
      return std::tanh(x);
    case Unary::erf:
      return std::erf(x);
    case Unary::ceil:
      return std::ceil(x);
    case Unary::floor:
      return std::floor(x);
    case Unary::round:
      return std::round(x);
    case Unary::normcdf:
      return normcdf_of(x);
    case Unary::abs:
      return std::fabs(x);
    case Unary::sqr:
      return x * x;
    case Unary::sqrt:
      return std::sqrt(x);
    case Unary::gelu:
      return x * sigmoid_of(2 * std::sqrt(2 / std::acos(-1.0L)) * (x + 0.044715L * x * x * x));
    case Unary::gelu_erf:
      return x * normcdf_of(x);
    case Unary::relu:
      return x > 0 ? x : 0;
    case Unary::silu:
      return x * sigmoid_of(x);
    case Unary::sign:
      return static_cast<Real>((x > 0) - (x < 0));
    case Unary::sigmoid:
      break;
  }
  return sigmoid_of(x);
}

/// Values between -8 and 8 for every operand.
template <class T>
void moderate(Tensor& tensor, std::mt19937& random) {
  std::uniform_real_distribution<double> values(-8, 8);
  for (std::int64_t i = 0; i < tensor.layout().extent; ++i)
    set_element(tensor.bytes(), i, Element<T>::nearest(values(random)));
  tensor.upload();
}

template <class T, class Run, class Exact>
void check_function(DType dtype, const Run& run, const Exact& exact) {
  std::mt19937 random(static_cast<std::uint32_t>(dtype));
  for_random_tensors(
      {dtype, dtype},
      [&](Stream& stream, std::vector<Tensor>& t) {
        moderate<T>(t[1], random);
        run(stream, t);
      },
      [&](std::vector<Tensor>& t) {
        check<T>(t[0], [&](std::int64_t i, T got) {
          const auto wanted = exact(Element<T>::value(operand<T>(t[1], t[0], i)));
          // The permitted relative error covers that of the libraries' functions and its amplification by the formulas.
          // For types of up to 16 bits, 16 correct bits suffice. Results near 0 have an absolute error.
          const Real relative = sizeof(T) <= 2 ? 0x1p-16L : 24 * host::compute_epsilon<T>();
          const Real slack = relative * std::fabs(wanted) + 24 * host::compute_epsilon<T>() * 0x1p-20L;
          return host::is_near(got, wanted, slack);
        });
      },
      6);
}

}  // namespace

TEST_CASE("ops: unary ops are right for all float types") {
  for (const auto dtype : kFloats)
    for (const auto& [kind, name] : kUnaryOps) {
      INFO(name_of(dtype) << ", " << name);
      with_type(dtype, [&, kind = kind](auto type) {
        check_function<typename decltype(type)::type>(
            dtype,
            [&, op = kind](Stream& stream, std::vector<Tensor>& t) {
              ops::unary(stream, op, t[1].view(), t[0].view());
            },
            [op = kind](Real x) { return value_of(op, x); });
      });
    }
}

TEST_CASE("ops: elu and powf are right for all float types") {
  for (const auto dtype : kFloats)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      check_function<T>(
          dtype, [&](Stream& stream, std::vector<Tensor>& t) { ops::elu(stream, t[1].view(), -0.5, t[0].view()); },
          [&](Real x) { return x > 0 ? x : -0.5L * std::expm1(x); });
      check_function<T>(
          dtype, [&](Stream& stream, std::vector<Tensor>& t) { ops::powf(stream, t[1].view(), 3, t[0].view()); },
          [&](Real x) { return x * x * x; });
    });
}
