#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>

#include "support/files.hpp"

namespace test {

/// More jobs than anybody lets run at a time, none of which ends: sources that a build with kEndlessFlag compiles for
/// minutes.
inline constexpr unsigned kEndlessSources = 4;
void write_endless_sources(const Folder& folder, const std::string& below);

/// Has a build with these artifacts left everything but compiles behind? From then on no job ends or starts by itself.
bool has_only_compiles_left(const std::filesystem::path& artifacts);

/// The workers of all the tools that `program` has started, itself or through others.
std::size_t workers_below(pid_t program);

/// There come to be as many, and then no more: nothing else ends or starts, so that a moment is as good as an hour.
void check_settles_at(std::size_t expected, const std::function<std::size_t()>& count);

}  // namespace test
