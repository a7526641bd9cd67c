#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include <llvm/Support/VirtualFileSystem.h>

#include "hipify/hip_source.hpp"

namespace rocm_bindgen {

/// Where the embedded device headers appear to the compiler. No such folder exists.
inline constexpr const char* kDeviceHeaderFolder = "/rocm-bindgen-embedded/device";
/// Where the stub CUDA headers appear to the hipify stage.
inline constexpr const char* kStubHeaderFolder = "/rocm-bindgen-embedded/stubs";

bool is_embedded_path(const std::string& path);

/// The real file system, plus the embedded headers, and with each translated file's HIP text in place of its CUDA text.
/// Files are recognised by their real path, so that an include through a symlink or ".." finds the translation too.
/// `absent`, if given, collects the paths that were asked for and are not there: a file that appears at one of them may
/// change what is compiled.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> hip_file_system(const std::vector<HipFile>& translated,
                                                                std::set<std::string>* absent = nullptr);

}  // namespace rocm_bindgen
