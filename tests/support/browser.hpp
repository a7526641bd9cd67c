#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace test {

/// Chromium's DOM of the page in `file`, opened at `fragment` ("#sort=name", or empty), as HTML. Requires Chromium; a
/// run that hangs is killed and fails.
std::string dump_dom(const std::filesystem::path& file, const std::string& fragment = "");

/// The texts of the cells in the body (<tbody>) of the table `id`, one vector per row.
std::vector<std::vector<std::string>> table_body(const std::string& dom, const std::string& id);

/// The column header whose data-key attribute is `key` in the table `id`, as HTML without its end tag.
std::string header_of(const std::string& dom, const std::string& id, const std::string& key);

}  // namespace test
