// Products of Q8_1 activations and the quantized weights of selected experts.
#include "quantized_launches.hpp"

namespace {

using namespace quantized;

using Experts = void (*)(const void*, const void*, const uint32_t*, float*, int, int, int, int, int, int);

// For each row of the batch, kTopk experts are picked. Each pick is a task, which multiplies its expert's weights by an
// input. The tasks of a row share an input or have one each.
void check_experts(const std::string& short_name, const Format& format, Experts kernel) {
  const std::string name = "indexed_moe_forward_" + short_name + "_q8_1";
  constexpr size_t kExperts = 3;
  constexpr size_t kRows = 5;
  constexpr size_t kBatch = 2;
  constexpr size_t kTopk = 3;
  const std::vector<uint32_t> picks{2, 0, 1, 1, 2, 2};
  const size_t columns = 2 * format.elements;
  const Bytes weights = weights_for(format, kExperts * kRows, columns);
  for (const bool per_batch_row : {true, false}) {
    const size_t inputs = per_batch_row ? kBatch : kBatch * kTopk;
    const Activations activations(host::small_values<float>(inputs * columns, inputs), columns);
    auto geometries = without_large_blocks(launcher::row_geometries(kRows));
    for (auto& geometry : geometries) geometry.grid = {kRows, kBatch, kTopk};
    geometries.push_back(geometries.back());
    geometries.back().grid = {4, 1, 1};  // fewer blocks than results
    for (const auto& geometry : geometries) {
      INFO(name << (per_batch_row ? ", an input for each row of the batch, " : ", an input for each task, ")
                << host::described(geometry));
      host::Output<float> out(0, kBatch * kTopk * kRows);
      launcher::run(
          name, kernel, geometry,
          {launcher::region(weights), launcher::region(activations.blocks), launcher::region(picks), out.region()},
          weights.data(), activations.blocks.data(), picks.data(), out.data(), static_cast<int>(kRows),
          static_cast<int>(columns), static_cast<int>(kBatch), static_cast<int>(kTopk),
          static_cast<int>(activations.pitch), per_batch_row ? 1 : static_cast<int>(kTopk));
      check_products(out, kRows, [&](size_t row, size_t task) {
        return product(format, weights, picks[task] * kRows + row, columns, activations,
                       per_batch_row ? task / kTopk : task, Sum::kCodes);
      });
    }
  }
}

}  // namespace

TEST_CASE("quantized kernels: inputs are multiplied by the weights of selected experts") {
  check_experts("q2k", quantized::kQ2_K, indexed_moe_forward_q2k_q8_1);
  check_experts("q3k", quantized::kQ3_K, indexed_moe_forward_q3k_q8_1);
  check_experts("q4k", quantized::kQ4_K, indexed_moe_forward_q4k_q8_1);
  check_experts("q5k", quantized::kQ5_K, indexed_moe_forward_q5k_q8_1);
  check_experts("q6k", quantized::kQ6_K, indexed_moe_forward_q6k_q8_1);
  check_experts("q8_0", quantized::kQ8_0, indexed_moe_forward_q8_0_q8_1);
}
