// Tables, filled at compile time, that map the properties by which a launch chooses its kernel to the kernel's symbol.
#ifndef ROCM_BINDGEN_OPS_KERNEL_TABLE_HPP
#define ROCM_BINDGEN_OPS_KERNEL_TABLE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen::ops {

/// The modules whose kernels ops launch: those of kernels/ops/, then those of kernels/candle/.
enum class BundledModule : std::uint8_t {
  unary,
  binary,
  cast,
  move,
  reduce,
  normalize,
  index,
  rope,
  window,
  conv,
  conv_matrix,
  quantized,
  mat_vec,
  matmul,
  candle_fill,
  candle_quantized,
  candle_sort
};

/// A kernel, identified by its module and its symbol. The symbol is empty if the table has no kernel for the keys.
struct BundledKernel {
  BundledModule module;
  std::string_view symbol;
};

/// The number of enumerators of a table's key.
template <class Key>
inline constexpr std::size_t kCount = 0;

/// The symbols of one module's kernels, indexed by enumerators. find() takes as long as an array access.
template <class... Keys>
class KernelTable {
 public:
  /// One kernel. A key that is not an enumerator is a compile error.
  struct Row {
    constexpr Row(Keys... keys, std::string_view name) : index(index_of(keys...)), symbol(name) {
      if (index == kIndices) throw "a key is out of range";
    }
    std::size_t index;
    std::string_view symbol;
  };

  /// Two rows with the same keys are a compile error.
  template <std::size_t N>
  constexpr KernelTable(BundledModule module, const Row (&rows)[N]) : module_(module) {
    for (const auto& row : rows) {
      if (!symbols_[row.index].empty()) throw "two kernels have the same keys";
      symbols_[row.index] = row.symbol;
    }
  }

  /// Returns the kernel for these keys, with an empty symbol if there is none. Keys may have values that are not
  /// enumerators.
  constexpr BundledKernel find(Keys... keys) const {
    const auto index = index_of(keys...);
    return {module_, index == kIndices ? std::string_view() : symbols_[index]};
  }

  /// Calls `f` with each kernel.
  template <class F>
  void for_each(const F& f) const {
    for (const auto symbol : symbols_)
      if (!symbol.empty()) f(BundledKernel{module_, symbol});
  }

 private:
  static constexpr std::size_t kIndices = (kCount<Keys> * ... * std::size_t{1});
  static_assert(kIndices != 0, "kCount has to be specialized for each key");

  /// Returns kIndices if a key is out of range.
  static constexpr std::size_t index_of(Keys... keys) {
    std::size_t index = 0;
    bool in_range = true;
    ((in_range = in_range && static_cast<std::size_t>(keys) < kCount<Keys>,
      index = index * kCount<Keys> + static_cast<std::size_t>(keys)),
     ...);
    return in_range ? index : kIndices;
  }

  BundledModule module_;
  std::array<std::string_view, kIndices> symbols_{};
};

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_KERNEL_TABLE_HPP
