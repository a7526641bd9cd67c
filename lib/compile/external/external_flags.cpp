#include "compile/external/external_flags.hpp"

#include <fmt/format.h>

#include "compile/cuda_dialect.hpp"
#include "support/append.hpp"
#include "toolchain/device_headers.hpp"
#include "toolchain/device_libraries.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

Expected<std::vector<std::string>> external_compile_flags(const RocmSearch& search,
                                                          const std::filesystem::path& cache_dir) {
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm(search));
  const auto cache = cache_folder(cache_dir);
  ROCM_BINDGEN_TRY(const auto headers, unpack_device_headers(cache));
  std::vector<TargetId> targets;
  for (const auto& processor : known_processors()) {
    auto target = parse_target_id(processor.name);
    if (target) targets.push_back(std::move(*target));
  }
  ROCM_BINDGEN_TRY(const auto libraries, complete_device_libraries(rocm.device_libraries, cache, targets));
  std::vector<std::string> flags{"-isystem", headers.string(), "--rocm-path=" + rocm.root.string(),
                                 "--rocm-device-lib-path=" + libraries.string(),
                                 // hipcc and `rocm-bindgen build` also use -O3; some of HIP's device functions do not
                                 // compile without optimisation.
                                 "-O3"};
  append(flags, rocm_include_flags(rocm.root));
  // The flags are meant for a shell's $(...), which splits at every blank and does not interpret quotes.
  for (const auto& flag : flags)
    if (flag.find_first_of(" \t\n") != std::string::npos)
      return Failure(ExitCode::usage,
                     fmt::format("'{}' contains a blank, at which a shell's $(...) would split it", flag),
                     "choose folders without blanks, for example with --cache-dir");
  const auto& dialect = cuda_dialect_flags();
  flags.insert(flags.end(), dialect.begin(), dialect.end());
  return flags;
}

}  // namespace rocm_bindgen::build
