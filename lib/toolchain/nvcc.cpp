#include "toolchain/nvcc.hpp"

#include <cstdlib>
#include <regex>

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include "support/environment.hpp"
#include "support/file.hpp"
#include "support/subprocess.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> candidates(const fs::path& cuda_path) {
  if (!cuda_path.empty()) return {cuda_path / "bin/nvcc"};
  std::vector<fs::path> programs;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const auto folder = environment(variable); !folder.empty()) programs.push_back(fs::path(folder) / "bin/nvcc");
  const auto path = environment("PATH");
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(path).split(folders, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const auto folder : folders) programs.push_back(fs::path(folder.str()) / "nvcc");
  programs.emplace_back("/usr/local/cuda/bin/nvcc");
  return programs;
}

Failure broken(const fs::path& program, const std::string& printed) {
  return Failure(ExitCode::toolchain,
                 fmt::format("the output of '{} --version' is not that of nvcc{}{}", program.string(),
                             printed.empty() ? "" : ": ", llvm::StringRef(printed).rtrim().str()),
                 "select another CUDA toolkit with --cuda-path");
}

Failure not_nvidias(const fs::path& cuda_path) {
  return Failure(ExitCode::toolchain,
                 fmt::format("the nvcc in '{}' is that of rocm-bindgen, which compiles for AMD's GPUs and not for sm_ "
                             "architectures",
                             cuda_path.string()),
                 "name the folder of NVIDIA's CUDA toolkit with --cuda-path");
}

}  // namespace

Expected<Nvcc> find_nvcc(const fs::path& cuda_path) {
  std::string tried;
  for (const auto& program : candidates(cuda_path)) {
    tried += fmt::format("\n    tried {}", program.string());
    if (!is_program(program)) continue;
    Nvcc nvcc;
    nvcc.program = fs::absolute(program).lexically_normal();
    ROCM_BINDGEN_TRY(auto answer, ask_program({nvcc.program.string(), "--version"}));
    if (answer.output.find(kOurNvcc) != std::string::npos) {
      if (!cuda_path.empty()) return not_nvidias(cuda_path);
      tried += ", which compiles for AMD's GPUs";
      continue;
    }
    std::smatch release;
    static const std::regex pattern("release (\\d+\\.\\d+)");
    if (!answer.succeeded() || !std::regex_search(answer.output, release, pattern))
      return broken(nvcc.program, answer.output);
    nvcc.release = release[1];
    nvcc.version = std::move(answer.output);
    nvcc.host_compiler = environment("NVCC_CCBIN");
    return nvcc;
  }
  return Failure(ExitCode::toolchain, "nvcc was not found; it is needed for sm_ architectures" + tried,
                 "install the CUDA toolkit, or pass its folder (the one that contains bin/nvcc) with --cuda-path");
}

Expected<Done> check_nvcc_targets(const Nvcc& nvcc, const std::vector<TargetId>& targets) {
  for (const auto& target : targets) {
    if (!target.is_nvidia()) continue;
    // With --dryrun, nvcc checks the architecture and starts no program.
    ROCM_BINDGEN_TRY(const auto answer,
                     ask_program({nvcc.program.string(), "--dryrun", "-cubin", "-arch=" + target.canonical, "-x", "cu",
                                  "-o", "/dev/null", "/dev/null"}));
    if (!answer.succeeded())
      return Failure(ExitCode::usage,
                     fmt::format("nvcc {} cannot build for '{}': {}", nvcc.release, target.canonical,
                                 llvm::StringRef(answer.output).rtrim().str()),
                     fmt::format("`{} --list-gpu-code` lists the supported ones", nvcc.program.string()));
  }
  return Done{};
}

}  // namespace rocm_bindgen::build
