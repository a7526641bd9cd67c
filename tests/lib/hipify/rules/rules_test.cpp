#include "hipify/rules/rules.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "hipify/rules/rule_listing.hpp"
#include "support/catch.hpp"
#include "support/embedded.hpp"

using namespace rocm_bindgen::build;

namespace {

const std::set<std::string_view> kKinds{"function", "type", "enumerator", "macro", "namespace", "header"};
const std::set<std::string_view> kReasons{"none", "tma", "interop", "library", "declared"};

bool is_version(std::string_view text) {
  static const std::regex version("[5-9]\\.[0-9]+(\\.[1-9][0-9]*)?");
  return std::regex_match(text.begin(), text.end(), version);
}

bool is_name_of_rocm(std::string_view text) {
  for (const std::string_view prefix : {"roc", "_roc", "ROC", "miopen"})
    if (text.substr(0, prefix.size()) == prefix) return true;
  return false;
}

void check_row(const Rule& rule) {
  INFO(rule.family << ": " << rule.cuda);
  CHECK_FALSE(rule.cuda.empty());
  CHECK(kKinds.count(rule.kind) == 1);
  if (rule.hip.empty()) {
    CHECK(kReasons.count(rule.reason) == 1);
    CHECK((rule.since.empty() && rule.roc.empty() && rule.header.empty()));
  } else {
    CHECK(is_version(rule.since));
    CHECK(rule.reason.empty());
  }
  if (!rule.roc.empty()) CHECK(is_name_of_rocm(rule.roc));
}

/// The translation of a CUDA name; "-REASON" if there is none.
std::string becomes(std::string_view cuda) {
  const auto* rule = find_rule(cuda);
  if (rule == nullptr) return "unknown";
  return rule->hip.empty() ? "-" + std::string(rule->reason) : std::string(rule->hip);
}

}  // namespace

TEST_CASE("rules: every row is complete") {
  REQUIRE(all_rules().size() > 9000);  // of more than 11,000: without a large table there would be fewer
  for (const auto& rule : all_rules()) check_row(rule);
}

TEST_CASE("rules: files have a header line, seven columns in every row and sorted rows") {
  for (const auto& file : embedded_files()) {
    if (file.path.find("lib/hipify/rules/") != 0) continue;
    INFO(file.path);
    REQUIRE(file.text.substr(0, 2) == "# ");
    REQUIRE(file.text.back() == '\n');
    std::string_view before;
    auto text = file.text.substr(file.text.find('\n') + 1);
    while (!text.empty()) {
      const auto row = text.substr(0, text.find('\n'));
      text.remove_prefix(row.size() + 1);
      INFO(row);
      CHECK(std::count(row.begin(), row.end(), '\t') == 6);
      const auto name = row.substr(0, row.find('\t'));
      CHECK(before < name);
      before = name;
    }
  }
}

TEST_CASE("rules: a CUDA name is in one table only") {
  std::map<std::string_view, std::string_view> family_of;
  for (const auto& rule : all_rules()) {
    const auto [entry, is_new] = family_of.emplace(rule.cuda, rule.family);
    INFO(rule.cuda << " in " << entry->second << " and " << rule.family);
    CHECK(is_new);
  }
}

TEST_CASE("rules: no HIP name is renamed, so that a second translation changes nothing") {
  for (const auto& rule : all_rules()) {
    for (const auto name : {rule.hip, rule.roc}) {
      const auto* again = rule.kind == "header" ? find_header_rule(name) : find_rule(name);
      INFO(rule.cuda << " -> " << name);
      CHECK((again == nullptr || again->hip == name || name.empty()));
    }
  }
}

TEST_CASE("rules: a rule is found by its CUDA name") {
  const auto* malloc_rule = find_rule("cudaMalloc");
  REQUIRE(malloc_rule != nullptr);
  CHECK(malloc_rule->hip == "hipMalloc");
  CHECK(malloc_rule->family == "runtime");
  CHECK(malloc_rule->kind == "function");
  CHECK(find_rule("cudaMallocator") == nullptr);
  CHECK(find_rule("cuda_runtime.h") == nullptr);
  const auto* header = find_header_rule("cublas_v2.h");
  REQUIRE(header != nullptr);
  CHECK(header->hip == "hipblas/hipblas.h");
  CHECK(header->roc == "rocblas/rocblas.h");
  CHECK(find_header_rule("cudaMalloc") == nullptr);
}

TEST_CASE("rules: names that differ in more than the prefix are translated") {
  const std::map<std::string_view, std::string> expected{
      {"cudaDeviceProp", "hipDeviceProp_t"},
      {"cudaErrorMemoryAllocation", "hipErrorOutOfMemory"},
      {"cudaThreadSynchronize", "hipDeviceSynchronize"},
      {"cudaFreeHost", "hipHostFree"},
      {"cudaDevAttrPciDomainId", "hipDeviceAttributePciDomainID"},
      {"CUresult", "hipError_t"},
      {"CUDA_SUCCESS", "hipSuccess"},
      {"cuMemAlloc_v2", "hipMalloc"},
      {"cuLaunchKernel", "hipModuleLaunchKernel"},
      {"cuStreamCreate", "hipStreamCreateWithFlags"},
      {"CUdeviceptr", "hipDeviceptr_t"},
      {"CUDA_R_16BF", "HIP_R_16BF"},
      {"cublasSgemm", "hipblasSgemm"},
      {"cublasSgemm_v2", "hipblasSgemm"},
      {"CUBLAS_OP_N", "HIPBLAS_OP_N"},
      {"CUFFT_INVERSE", "HIPFFT_BACKWARD"},
      {"cudnnStatus_t", "miopenStatus_t"},
      {"nvrtcGetPTX", "hiprtcGetCode"},
      {"ncclAllReduce", "ncclAllReduce"},
      {"nvtxRangeEnd", "roctxRangeStop"},
      {"thrust::cuda", "thrust::hip"},
      {"cub", "hipcub"},
      {"__nv_bfloat16", "__nv_bfloat16"},
      {"__CUDACC_VER_MAJOR__", "ROCM_BINDGEN_CUDACC_VER_MAJOR"},
      {"__DRIVER_TYPES_H__", "HIP_INCLUDE_HIP_DRIVER_TYPES_H"},
      {"cuTensorMapEncodeTiled", "-tma"},
      {"cudaGraphicsEGLRegisterImage", "-interop"},
      {"my_function", "unknown"},
  };
  for (const auto& [cuda, hip] : expected) {
    INFO(cuda);
    CHECK(becomes(cuda) == hip);
  }
}

TEST_CASE("rules: the list as TSV has a row per rule") {
  const auto listing = list_rules("tsv");
  CHECK(listing.find("family\tcuda\thip\theader\tkind\tsince\troc\treason\n") == 0);
  CHECK(static_cast<std::size_t>(std::count(listing.begin(), listing.end(), '\n')) == all_rules().size() + 1);
  CHECK(listing.find("\nruntime\tcudaMalloc\thipMalloc\thip/hip_runtime.h\tfunction\t5.2\t\t\n") != std::string::npos);
}

TEST_CASE("rules: the list as Markdown begins with counts") {
  const auto listing = list_rules("markdown");
  unsigned headers = 0, without = 0;
  for (const auto& rule : all_rules()) {
    if (rule.family != "headers") continue;
    ++headers;
    if (rule.hip.empty()) ++without;
  }
  // The columns: names, those in the oldest HIP, those only in a newer one, those without a counterpart, ROCm's own.
  const std::regex row("\\| headers \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|");
  std::smatch counts;
  REQUIRE(std::regex_search(listing, counts, row));
  CHECK(std::stoul(counts[1]) == headers);
  CHECK(std::stoul(counts[2]) + std::stoul(counts[3]) == headers - without);
  CHECK(std::stoul(counts[4]) == without);
  CHECK(listing.find("\n| `cublasSgemm_v2` | `hipblasSgemm` | 5.2 | `rocblas_sgemm` |\n") != std::string::npos);
  CHECK(listing.find("\n| `cudaMalloc` | `hipMalloc` | 5.2 |\n") != std::string::npos);
  CHECK(listing.find("\n| `mma.h` | ") != std::string::npos);
}
