// Minima, maxima and medians of integers (RDNA 3 ISA, 16.7 "VOP2 Instructions", 16.12 "VOP3 & VOP3SD Instructions").
#include <algorithm>
#include <array>

#include "execute/integer/integer_tables.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;

template <class Type>
constexpr Handler kMin = lane_wise<Type(Type, Type), [](const Mode&, auto a, auto b) { return std::min(a, b); }>;
template <class Type>
constexpr Handler kMax = lane_wise<Type(Type, Type), [](const Mode&, auto a, auto b) { return std::max(a, b); }>;

template <class Type, auto function>
constexpr Handler three =
    lane_wise<Type(Type, Type, Type), [](const Mode&, auto a, auto b, auto c) { return function(a, b, c); }>;

constexpr auto kMin3 = [](auto a, auto b, auto c) { return std::min(std::min(a, b), c); };
constexpr auto kMax3 = [](auto a, auto b, auto c) { return std::max(std::max(a, b), c); };
constexpr auto kMedian = [](auto a, auto b, auto c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); };
constexpr auto kMinOfMax = [](auto a, auto b, auto c) { return std::min(std::max(a, b), c); };
constexpr auto kMaxOfMin = [](auto a, auto b, auto c) { return std::max(std::min(a, b), c); };

constexpr std::array kTable = std::to_array<Operation>({
    {"V_MIN_I16", kMin<I16>},
    {"V_MIN_I32", kMin<I32>},
    {"V_MIN_U16", kMin<U16>},
    {"V_MIN_U32", kMin<U32>},
    {"V_MAX_I16", kMax<I16>},
    {"V_MAX_I32", kMax<I32>},
    {"V_MAX_U16", kMax<U16>},
    {"V_MAX_U32", kMax<U32>},
    {"V_MIN3_I16", three<I16, kMin3>},
    {"V_MIN3_I32", three<I32, kMin3>},
    {"V_MIN3_U16", three<U16, kMin3>},
    {"V_MIN3_U32", three<U32, kMin3>},
    {"V_MAX3_I16", three<I16, kMax3>},
    {"V_MAX3_I32", three<I32, kMax3>},
    {"V_MAX3_U16", three<U16, kMax3>},
    {"V_MAX3_U32", three<U32, kMax3>},
    {"V_MED3_I16", three<I16, kMedian>},
    {"V_MED3_I32", three<I32, kMedian>},
    {"V_MED3_U16", three<U16, kMedian>},
    {"V_MED3_U32", three<U32, kMedian>},
    {"V_MAXMIN_I32", three<I32, kMinOfMax>},
    {"V_MAXMIN_U32", three<U32, kMinOfMax>},
    {"V_MINMAX_I32", three<I32, kMaxOfMin>},
    {"V_MINMAX_U32", three<U32, kMaxOfMin>},
});

}  // namespace

Operations integer_selections() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
