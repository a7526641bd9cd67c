#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>

#include "support/files.hpp"

namespace test {

/// The number of sources that write_endless_sources() writes: more than the jobs that any test permits at a time. A
/// build with kEndlessFlag compiles each of them for minutes.
inline constexpr unsigned kEndlessSources = 4;
/// Writes the sources to the subfolder `below`.
void write_endless_sources(const Folder& folder, const std::string& below);

/// Whether only compiles are left to do in a build with these artifacts. From then on no job ends or starts by itself.
bool has_only_compiles_left(const std::filesystem::path& artifacts);

/// The number of workers of all tool processes that `program` has started, directly or through other programs.
std::size_t workers_below(pid_t program);

/// Requires that `count` becomes `expected` and then stays there. A short time (300 ms) is enough, because no job ends
/// or starts by itself.
void check_settles_at(std::size_t expected, const std::function<std::size_t()>& count);

}  // namespace test
