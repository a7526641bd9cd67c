#include "pipeline/records/path_roots.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Precedes and follows a root's number in a message. In the message itself it is doubled.
constexpr char kRootMark = '\1';

std::string without_slash(std::string path) {
  while (!path.empty() && path.back() == '/') path.pop_back();
  return path;
}

/// Returns whether `path` is in the folder, or the folder itself, if that is all of the text.
bool is_within(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_in_name(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 ||
         std::string_view("_-+~@").find(character) != std::string_view::npos;
}

/// Returns whether `text` begins with the path of the folder, and the path's last name ends there. A period may end a
/// sentence.
bool begins_with_path(std::string_view text, std::string_view folder) {
  if (!text.starts_with(folder)) return false;
  text.remove_prefix(folder.size());
  if (text.starts_with('.')) text.remove_prefix(1);
  return text.empty() || !is_in_name(text.front());
}

/// Reads a number that is followed by `end`, and removes both from `text`.
std::optional<std::size_t> take_number(std::string_view& text, char end) {
  std::size_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(parsed.ptr - text.data());
  if (parsed.ec != std::errc() || length == text.size() || text[length] != end) return std::nullopt;
  text.remove_prefix(length + 1);
  return number;
}

}  // namespace

void PathRoots::add(const fs::path& folder, Kind kind) {
  std::error_code error;
  const auto named = fs::absolute(folder.empty() ? fs::path(".") : folder, error);
  const auto real = fs::canonical(named, error);
  for (const auto& name : {named, named.lexically_normal(), error ? named : real}) {
    const auto path = without_slash(name.string());
    if (path.empty()) continue;
    auto known = std::find_if(roots_.begin(), roots_.end(), [&](const Root& root) { return root.path == path; });
    if (known == roots_.end()) known = roots_.insert(known, {path, kind});
    if (kind != Kind::made) added_.push_back(static_cast<std::size_t>(known - roots_.begin()));
  }
}

void PathRoots::add(const fs::path& folder) {
  add(folder, Kind::root);
}

void PathRoots::add_fixed(const fs::path& folder) {
  add(folder, folder.is_relative() ? Kind::root : Kind::fixed);
}

void PathRoots::add_made(const fs::path& folder) {
  add(folder, Kind::made);
}

const PathRoots::Root* PathRoots::longest_at(std::string_view text) const {
  const Root* longest = nullptr;
  for (const auto& root : roots_)
    if (begins_with_path(text, root.path) && (longest == nullptr || root.path.size() > longest->path.size()))
      longest = &root;
  return longest;
}

std::string PathRoots::write(const std::string& path) const {
  const Root* longest = nullptr;
  for (const auto& root : roots_)
    if (is_within(path, root.path) && (longest == nullptr || root.path.size() > longest->path.size())) longest = &root;
  if (longest == nullptr || longest->kind == Kind::fixed) return path;
  return fmt::format("{}:{}", longest - roots_.data(), path.substr(longest->path.size()));
}

std::optional<std::string> PathRoots::read(const std::string& written) const {
  auto path = written;
  if (!written.starts_with('/')) {
    std::string_view rest = written;
    const auto index = take_number(rest, ':');
    if (!index || *index >= roots_.size()) return std::nullopt;
    path = roots_[*index].path + std::string(rest);
  }
  // A path of another copy may lead into a root of this one.
  return write(path) == written ? std::optional(std::move(path)) : std::nullopt;
}

std::string PathRoots::write_text(const std::string& text) const {
  std::string written;
  for (std::size_t at = 0; at < text.size();) {
    const bool may_begin = text[at] == '/' && (at == 0 || !is_in_name(text[at - 1]));
    const auto* root = may_begin ? longest_at(std::string_view(text).substr(at)) : nullptr;
    if (root != nullptr && root->kind != Kind::fixed) {
      written += fmt::format("{}{}{}", kRootMark, root - roots_.data(), kRootMark);
      at += root->path.size();
    } else {
      if (text[at] == kRootMark) written += kRootMark;
      written += text[at++];
    }
  }
  return written;
}

std::optional<std::string> PathRoots::read_text(std::string_view written) const {
  std::string text;
  while (!written.empty()) {
    const bool is_marked = written.front() == kRootMark;
    if (is_marked) written.remove_prefix(1);
    if (!is_marked || written.starts_with(kRootMark)) {
      if (written.empty()) return std::nullopt;
      text += written.front();
      written.remove_prefix(1);
      continue;
    }
    const auto index = take_number(written, kRootMark);
    if (!index || *index >= roots_.size()) return std::nullopt;
    text += roots_[*index].path;
  }
  return text;
}

bool PathRoots::occur_in(std::string_view bytes) const {
  return std::any_of(roots_.begin(), roots_.end(), [&](const Root& root) {
    if (root.kind == Kind::fixed) return false;
    for (auto at = bytes.find(root.path); at != std::string_view::npos; at = bytes.find(root.path, at + 1))
      if (begins_with_path(bytes.substr(at), root.path)) return true;
    return false;
  });
}

std::string PathRoots::relations() const {
  std::string text;
  for (const auto index : added_) text += fmt::format("{} ", index);
  for (const auto& inner : roots_)
    for (const auto& outer : roots_)
      if (&inner != &outer && inner.kind != Kind::made && outer.kind != Kind::made && is_within(inner.path, outer.path))
        text += fmt::format("\n{} in {}: {}", &inner - roots_.data(), &outer - roots_.data(),
                            std::string_view(inner.path).substr(outer.path.size()));
  for (const auto& root : roots_)
    if (root.kind == Kind::fixed) text += fmt::format("\n{} is {}", &root - roots_.data(), root.path);
  return text;
}

std::string PathRoots::places() const {
  std::string text;
  for (const auto& root : roots_) text += root.path + "\n";
  return content_hash(text);
}

}  // namespace rocm_bindgen::build
