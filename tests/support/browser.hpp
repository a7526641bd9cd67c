#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace test {

/// Chromium's DOM of the page in `file`, opened at `fragment` ("#sort=name", or empty), as HTML. Requires Chromium; a
/// run that hangs is killed and fails.
std::string dump_dom(const std::filesystem::path& file, const std::string& fragment = "");

/// The text of each cell, by rows, in the body of the table with `id` in `dom`.
std::vector<std::vector<std::string>> table_body(const std::string& dom, const std::string& id);

/// The start tag of the column header with `key` in the table with `id`, and everything up to its end tag.
std::string header_of(const std::string& dom, const std::string& id, const std::string& key);

}  // namespace test
