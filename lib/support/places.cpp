#include "support/places.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The number of links that Linux follows in one path.
constexpr int kMaxLinks = 40;

}  // namespace

fs::path Places::of(const fs::path& path) {
  std::error_code error;
  if (path.is_relative() && current_.empty()) current_ = fs::current_path(error);
  int links = 0;
  return resolved(without_dot_dots(current_ / path), links);
}

/// Removes "..". Links in the part before a ".." are resolved first, because ".." leads to the parent of a link's
/// target.
fs::path Places::without_dot_dots(const fs::path& absolute) {
  fs::path at;
  for (const auto& step : absolute) {
    if (step != "..") {
      at /= step;
      continue;
    }
    int links = 0;
    at = resolved(at, links).parent_path();
  }
  return at;
}

/// Resolves the links in every part of an absolute path, first those of the parent folder. `links` counts the links
/// followed so far, to stop in a cycle.
fs::path Places::resolved(const fs::path& path, int& links) {
  auto at = path.lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  if (!at.has_relative_path()) return at;
  at = folder(at.parent_path(), links) / at.filename();
  std::error_code error;
  if (!fs::is_symlink(at, error) || links++ >= kMaxLinks) return at;
  const auto target = fs::read_symlink(at, error);
  return error ? at : resolved(at.parent_path() / target, links);
}

const fs::path& Places::folder(const fs::path& path, int& links) {
  const auto known = folders_.find(path);
  return known != folders_.end() ? known->second : folders_.emplace(path, resolved(path, links)).first->second;
}

fs::path place_through_links(const fs::path& path) {
  return Places().of(path);
}

}  // namespace rocm_bindgen::build
