#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace test {

/// The document that Chromium makes of the page in `file`, opened at `fragment` ("#sort=name", or nothing), as HTML.
/// Requires Chromium; a run that hangs is killed and fails.
std::string dump_dom(const std::filesystem::path& file, const std::string& fragment = "");

/// The texts between tags, by rows and cells, of the body of the table with `id` in `dom`.
std::vector<std::vector<std::string>> table_body(const std::string& dom, const std::string& id);

/// The start tag of the column's header with `key` in the table with `id`, and what follows up to its end tag.
std::string header_of(const std::string& dom, const std::string& id, const std::string& key);

}  // namespace test
