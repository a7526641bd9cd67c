#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include <llvm/Support/VirtualFileSystem.h>

#include "hipify/project/hip_source.hpp"

namespace rocm_bindgen::build {

/// Where the embedded device headers appear to the compiler. No such folder exists.
inline constexpr const char* kDeviceHeaderFolder = "/rocm-bindgen-embedded/device";
/// Where the stub CUDA headers appear to the hipify stage.
inline constexpr const char* kStubHeaderFolder = "/rocm-bindgen-embedded/stubs";
/// A source with nothing in it: what the headers in front of every source are precompiled with.
inline constexpr const char* kEmptySource = "/rocm-bindgen-embedded/empty.hip";

/// How clang ends its message on a file that is none: see below.
inline constexpr const char* kNotRegularFile = "not a regular file";

bool is_embedded_path(const std::string& path);

/// The real file system, plus the embedded headers, and with each translated file's HIP text in place of its CUDA text.
/// Files are recognised by their real path, so that an include through a symlink or ".." finds the translation too.
/// `absent`, if given, collects the paths that were asked for and are not there: a file that appears at one of them may
/// change what is compiled. `opened`, if given, collects the absolute paths at which translations were read; `read`, if
/// given, those of all files that were opened, the embedded ones excepted. What is no regular file (a pipe, a device)
/// cannot be opened: reading it may never end, and nobody can tell later whether it still says the same.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> hip_file_system(const std::vector<HipFile>& translated,
                                                                std::set<std::string>* absent = nullptr,
                                                                std::set<std::string>* opened = nullptr,
                                                                std::set<std::string>* read = nullptr);

}  // namespace rocm_bindgen::build
