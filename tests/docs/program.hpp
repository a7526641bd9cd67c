#pragma once

#include <string>
#include <vector>

#include "support/files.hpp"

namespace docs_test {

/// Compiles `file` of the folder (C or C++) and links it with our runtime library, as the document's reader would. The
/// compiler must print nothing.
void link_with_ours(const test::Folder& folder, const std::string& file, const std::string& program,
                    const std::vector<std::string>& more_flags = {});
/// Does the same, and also links the library of the ops.
void link_with_kernels(const test::Folder& folder, const std::string& file, const std::string& program);

/// Builds sources of the folder into `header` there; the tool must print nothing.
void build_kernels(const test::Folder& folder, const std::string& sources, const std::string& header,
                   const std::string& archs, const std::vector<std::string>& more_flags = {});

/// The output of a program of the folder on an emulated device; the program must succeed.
std::string run_emulated(const test::Folder& folder, const std::string& program, const std::string& target,
                         const std::vector<std::pair<std::string, std::string>>& variables = {});

}  // namespace docs_test
