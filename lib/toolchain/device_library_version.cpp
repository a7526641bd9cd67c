#include "toolchain/device_library_version.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VersionTuple.h>

#include "support/file.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// LLVM reads bitcode of all releases up to its own. A development version such as "19.0.0git" may be newer than
/// release 19.
bool is_surely_readable(llvm::StringRef producer) {
  llvm::VersionTuple version;
  if (!producer.consume_front("LLVM")) return false;
  const bool is_release = !producer.consume_back("git");
  if (version.tryParse(producer)) return false;
  return version.getMajor() < LLVM_VERSION_MAJOR || (is_release && version.getMajor() == LLVM_VERSION_MAJOR);
}

/// Returns LLVM's reason why it cannot read the whole file; empty if it can.
std::string read_all_of(const fs::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return {};
  llvm::LLVMContext context;
  // Diagnostics other than errors, about debug information for instance, do not matter here.
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr);
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(*bytes, file.string()), context);
  return module ? std::string() : llvm::toString(module.takeError());
}

/// Like read_all_of(), but in a worker process: a reader may crash on constructs that are newer than itself.
std::string try_to_read(const fs::path& file) {
  std::vector<WorkerTask> tasks{{"read " + file.string(), [&file] { return read_all_of(file); }}};
  const auto results = run_workers(tasks, {}, [](std::size_t, const WorkerResult&) { return true; });
  const auto& result = results.front();
  return result.end == WorkerResult::End::finished ? result.payload : "the reader " + describe_end(result);
}

std::optional<NewerLibrary> check(const fs::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return {};
  auto producer = llvm::getBitcodeProducerString(llvm::MemoryBufferRef(*bytes, file.string()));
  if (!producer) {
    auto why = llvm::toString(producer.takeError());
    // LLVM cannot read bitcode of another epoch at all.
    if (why.find("Incompatible epoch") == std::string::npos) return {};
    return NewerLibrary{file, {}, std::move(why)};
  }
  if (is_surely_readable(*producer)) return {};
  auto why = try_to_read(file);
  if (why.empty()) return {};
  // LLVM appends both versions, which our message already contains.
  why.resize(std::min(why.size(), why.find(" (Producer: ")));
  return NewerLibrary{file, std::move(*producer), std::move(why)};
}

std::string description_of(const NewerLibrary& library) {
  return fmt::format("the device library '{}' was written by {}, and the built-in LLVM ({}) cannot read it: {}",
                     library.file.string(), library.producer.empty() ? "another LLVM" : library.producer,
                     LLVM_VERSION_STRING, library.why);
}

}  // namespace

std::optional<NewerLibrary> find_newer_library(const fs::path& folder) {
  // The other libraries (oclc_*.bc) are not checked, because each only defines a constant.
  for (const auto* name : {"ocml.bc", "ockl.bc", "hip.bc", "opencl.bc"})
    if (auto newer = check(folder / name)) return newer;
  return {};
}

fs::path clang_of_rocm(const fs::path& rocm_root) {
  for (const auto* relative : {"llvm/bin/clang++", "lib/llvm/bin/clang++"})
    if (const auto program = rocm_root / relative; is_program(program)) return program;
  return {};
}

Failure cannot_read(const NewerLibrary& library) {
  return {ExitCode::toolchain, description_of(library),
          "pass the clang++ of that ROCm with --compiler, or older libraries with --rocm-device-lib-path"};
}

Diagnostic used_instead(const fs::path& compiler, const NewerLibrary& library) {
  Diagnostic note;
  note.severity = Severity::note;
  note.text = fmt::format("{}; compiling with '{}' instead", description_of(library), compiler.string());
  return note;
}

}  // namespace rocm_bindgen::build
