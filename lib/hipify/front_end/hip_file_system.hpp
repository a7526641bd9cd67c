#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include <llvm/Support/VirtualFileSystem.h>

#include "hipify/project/hip_source.hpp"

namespace rocm_bindgen::build {

/// Folder in which the compiler sees the embedded device headers. It exists only in the virtual file system.
inline constexpr const char* kDeviceHeaderFolder = "/rocm-bindgen-embedded/device";
/// Folder in which the hipify stage sees the stub CUDA headers.
inline constexpr const char* kStubHeaderFolder = "/rocm-bindgen-embedded/stubs";
/// An empty source, with which the headers that precede every source are precompiled.
inline constexpr const char* kEmptySource = "/rocm-bindgen-embedded/empty.hip";

/// The end of clang's message for a path that is not a regular file; see hip_file_system().
inline constexpr const char* kNotRegularFile = "not a regular file";

bool is_embedded_path(const std::string& path);

/// The real file system plus the embedded headers, in which each translated file has its HIP text instead of its CUDA
/// text. Files are identified by their real path, so an include through a symlink or ".." also finds the translation.
///
/// `absent`, if given, collects the paths that were requested and do not exist: a file that appears at one of them
/// later may change what is compiled. `opened`, if given, collects the absolute paths at which translations were read.
/// `read`, if given, collects the absolute paths of all files that were opened, except the embedded ones.
///
/// A path that is not a regular file (a pipe, a device) cannot be opened: reading it may never end, and a later run
/// cannot check whether its content is still the same.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> hip_file_system(const std::vector<HipFile>& translated,
                                                                std::set<std::string>* absent = nullptr,
                                                                std::set<std::string>* opened = nullptr,
                                                                std::set<std::string>* read = nullptr);

}  // namespace rocm_bindgen::build
