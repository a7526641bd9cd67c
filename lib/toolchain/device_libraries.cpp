#include "toolchain/device_libraries.hpp"

#include <map>
#include <set>

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"
#include "toolchain/device_library_names.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLibraryTriple = "amdgcn-amd-amdhsa";

/// The data layout of the device libraries of ROCm 5. Newer versions of LLVM extend it when they read a module, but old
/// ones do not know newer layouts, and linking modules with different layouts causes a warning.
constexpr const char* kDataLayout =
    "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-"
    "v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7";

/// AMDGPU's constant address space.
constexpr unsigned kConstantAddressSpace = 4;

/// The files that the targets need and `installed` does not have: file name -> bitcode.
std::map<std::string, std::string> missing_libraries(const fs::path& installed, const std::vector<TargetId>& targets) {
  std::map<std::string, std::string> missing;
  for (const auto& target : targets)
    for (const auto& library : missing_control_libraries(installed, target))
      if (missing.count(library.file) == 0)
        missing.emplace(library.file, control_constant_bitcode(library.constant, library.value));
  return missing;
}

Expected<Done> fill(const fs::path& folder, const fs::path& installed,
                    const std::map<std::string, std::string>& missing) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(installed, error)) {
    if (entry.path().extension() != ".bc") continue;
    fs::create_symlink(fs::absolute(entry.path()), folder / entry.path().filename(), error);
    if (error)
      return Failure(ExitCode::output, fmt::format("cannot link into '{}': {}", folder.string(), error.message()),
                     "choose a writable --cache-dir");
  }
  if (error)
    return Failure(ExitCode::toolchain,
                   fmt::format("cannot read the device libraries in '{}': {}", installed.string(), error.message()));
  for (const auto& [name, bitcode] : missing)
    if (auto written = write_file(folder / name, bitcode); !written) return std::move(written).error();
  return Done{};
}

/// Makes every link lead to the installed library with its name.
Expected<Done> mend_links(const fs::path& folder, const fs::path& installed, const std::set<std::string>& names) {
  for (const auto& name : names) {
    std::error_code error;
    const auto target = fs::absolute(installed / name);
    if (fs::is_symlink(folder / name, error) && fs::read_symlink(folder / name, error) == target) continue;
    fs::remove(folder / name, error);
    fs::create_symlink(target, folder / name, error);
    // Another build may have created the link first.
    if (error && fs::read_symlink(folder / name, error) != target)
      return Failure(ExitCode::output, fmt::format("cannot link '{}': {}", (folder / name).string(), error.message()),
                     "choose a writable --cache-dir");
  }
  return Done{};
}

}  // namespace

std::string control_constant_bitcode(std::string_view name, int value) {
  llvm::LLVMContext context;
  llvm::Module module(llvm::StringRef(name), context);
  module.setTargetTriple(kLibraryTriple);
  module.setDataLayout(kDataLayout);
  auto* type = llvm::Type::getInt32Ty(context);
  auto* constant =
      new llvm::GlobalVariable(module, type, /*isConstant=*/true, llvm::GlobalValue::LinkOnceODRLinkage,
                               llvm::ConstantInt::get(type, static_cast<std::uint64_t>(value)), llvm::StringRef(name),
                               /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, kConstantAddressSpace);
  constant->setVisibility(llvm::GlobalValue::ProtectedVisibility);
  constant->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Local);
  constant->setAlignment(llvm::Align(4));
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  stream.flush();
  return bitcode;
}

Expected<fs::path> complete_device_libraries(const fs::path& installed, const fs::path& cache,
                                             const std::vector<TargetId>& targets) {
  const auto missing = missing_libraries(installed, targets);
  if (missing.empty()) return installed;

  // The folder is named after the hash of its contents, so that it never needs an update: another set of libraries gets
  // another folder.
  std::string ingredients = fs::absolute(installed).string();
  std::error_code error;
  std::set<std::string> present;
  for (const auto& entry : fs::directory_iterator(installed, error))
    if (entry.path().extension() == ".bc") present.insert(entry.path().filename().string());
  for (const auto& name : present) ingredients += "\n" + name;
  for (const auto& [name, bitcode] : missing) ingredients += fmt::format("\n{} {}", name, content_hash(bitcode));
  const auto relative = fs::path("device-libraries") / content_hash(ingredients);
  const auto folder = cache / relative;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto is_private, make_private_folder(cache, folder.parent_path().filename()));
  if (fs::exists(folder, error)) {
    for (const auto& [name, bitcode] : missing) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto mended, mend_own_file(cache, relative / name, bitcode));
    }
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto linked, mend_links(folder, installed, present));
    return folder;
  }

  const auto cannot_create = [&](const std::error_code& why) {
    return Failure(ExitCode::output, fmt::format("cannot create '{}': {}", folder.string(), why.message()),
                   "choose a writable --cache-dir");
  };
  fs::create_directories(folder.parent_path(), error);
  if (error) return cannot_create(error);
  ROCM_BINDGEN_TRY(const auto temporary, TemporaryFolder::create_in(folder.parent_path(), folder.filename().string()));
  // The folder is filled under another name and then renamed, so that it appears complete.
  const auto staging = temporary.path() / "made";
  fs::create_directory(staging, error);
  if (error) return cannot_create(error);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto filled, fill(staging, installed, missing));
  fs::rename(staging, folder, error);
  if (!error) return folder;
  // Another build created the folder first; its contents are the same.
  const auto why = error;
  if (!fs::exists(folder, error)) return cannot_create(why);
  return folder;
}

std::vector<std::string> watched_library_paths(const fs::path& library) {
  std::error_code error;
  const auto target = fs::read_symlink(library, error);
  return watched_paths(error ? library : library.parent_path() / target);
}

}  // namespace rocm_bindgen::build
