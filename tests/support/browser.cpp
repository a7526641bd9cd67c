#include "support/browser.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace test {
namespace {

/// Searches `html` from `at` on for `open` and the next `close`. If both exist, sets `found` to the text from `open`
/// (included) to `close`, moves `at` past `close`, and returns true.
bool next_between(const std::string& html, const std::string& open, const std::string& close, std::size_t& at,
                  std::string& found) {
  const auto start = html.find(open, at);
  if (start == std::string::npos) return false;
  const auto end = html.find(close, start);
  if (end == std::string::npos) return false;
  found = html.substr(start, end - start);
  at = end + close.size();
  return true;
}

/// The text without its tags.
std::string text_of(const std::string& html) {
  std::string text;
  bool in_tag = false;
  for (const char c : html) {
    if (!in_tag && c != '<') text += c;
    in_tag = c == '<' || (in_tag && c != '>');
  }
  return text;
}

/// The table as HTML, without its end tag.
std::string table_of(const std::string& dom, const std::string& id) {
  const auto start = dom.find("<table id=\"" + id + "\"");
  INFO(dom.substr(0, 2000));
  REQUIRE(start != std::string::npos);
  return dom.substr(start, dom.find("</table>", start) - start);
}

}  // namespace

std::string dump_dom(const std::filesystem::path& file, const std::string& fragment) {
  INFO("no chromium on this machine: `./dev setup` installs it");
  REQUIRE(has_program("chromium"));
  const Folder profile;
  // With virtual time, scripts have finished when the document is printed, however busy the machine is.
  const auto finished = run({"timeout", "-k", "5", "120", "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                             "--no-first-run", "--disable-dev-shm-usage", "--user-data-dir=" + profile.path().string(),
                             "--virtual-time-budget=10000", "--dump-dom", "file://" + file.string() + fragment},
                            {{}, {{"HOME", profile.path().string()}}});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  return finished.out;
}

std::vector<std::vector<std::string>> table_body(const std::string& dom, const std::string& id) {
  const auto table = table_of(dom, id);
  std::size_t at = 0;
  std::string body;
  REQUIRE(next_between(table, "<tbody>", "</tbody>", at, body));
  std::vector<std::vector<std::string>> rows;
  std::string row;
  for (std::size_t in_body = 0; next_between(body, "<tr", "</tr>", in_body, row);) {
    rows.emplace_back();
    // Cells are "th" and "td". No other tag in a row begins with "<t", except the row's own "<tr" at 0.
    for (std::size_t start = row.find("<t", 3); start != std::string::npos;) {
      const auto end = row.find("</t", start);
      rows.back().push_back(text_of(row.substr(start, end - start)));
      start = row.find("<t", end);
    }
  }
  return rows;
}

std::string header_of(const std::string& dom, const std::string& id, const std::string& key) {
  const auto table = table_of(dom, id);
  const auto attribute = table.find("data-key=\"" + key + "\"");
  REQUIRE(attribute != std::string::npos);
  const auto start = table.rfind("<th", attribute);
  return table.substr(start, table.find("</th>", attribute) - start);
}

}  // namespace test
