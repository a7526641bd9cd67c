#include "hipify/front_end/cuda_arch_estimate.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "hipify/front_end/cuda_archs.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

fs::path real(const fs::path& path) {
  std::error_code error;
  auto canonical = fs::canonical(path, error);
  return error ? path : canonical;
}

std::size_t count_active(const std::vector<std::size_t>& offsets, const std::vector<SkippedRange>& skipped) {
  return static_cast<std::size_t>(std::count_if(offsets.begin(), offsets.end(), [&](std::size_t offset) {
    return std::none_of(skipped.begin(), skipped.end(),
                        [&](const SkippedRange& range) { return range.begin <= offset && offset < range.end; });
  }));
}

}  // namespace

int estimate_cuda_arch(const fs::path& source, const std::vector<ArchDependence>& files,
                       const std::vector<std::string>& clang_flags, const fs::path& clang_resources,
                       FrontEndInputs& inputs) {
  struct Score {
    std::size_t untranslatable;
    std::size_t kernels;
    /// True if this score is worse than the other one: more untranslatable positions or, among equals, fewer kernels.
    bool operator<(const Score& other) const {
      return std::pair(other.untranslatable, kernels) < std::pair(untranslatable, other.kernels);
    }
  };
  int best = kCudaArchs.front();
  std::optional<Score> best_score;
  for (const auto cuda_arch : kCudaArchs) {
    auto flags = clang_flags;
    if (cuda_arch != 0) flags.push_back("-D__CUDA_ARCH__=" + std::to_string(cuda_arch));
    const auto facts = preprocess_cuda(source, flags, clang_resources);
    inputs.add(facts.inputs);
    // A file that is included by several paths is one file in `files`.
    std::map<fs::path, std::vector<SkippedRange>> by_written_path, skipped;
    for (const auto& range : facts.skipped) by_written_path[range.file].push_back(range);
    for (auto& [file, ranges] : by_written_path) {
      auto& all = skipped[real(file)];
      all.insert(all.end(), ranges.begin(), ranges.end());
    }
    Score score{0, 0};
    for (const auto& file : files) {
      const auto& inactive = skipped[real(file.path)];
      score.untranslatable += count_active(file.untranslatable, inactive);
      score.kernels += count_active(file.kernels, inactive);
    }
    // Among equal scores the first value is kept, which is the highest one.
    if (best_score && !(*best_score < score)) continue;
    best = cuda_arch;
    best_score = score;
  }
  return best;
}

}  // namespace rocm_bindgen::build
