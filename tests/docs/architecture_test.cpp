// Compares ARCHITECTURE.md's table of folders, which states what each folder may include, with every #include of the
// source tree.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

namespace {

struct Row {
  std::set<std::string> may_use;  ///< the rows whose files it may include, by their full paths
};
/// Rows by path, for instance "lib/emit/".
using Table = std::map<std::string, Row>;

Names words_in_backticks(const std::string& cell) {
  static const std::regex word("`([^`]+)`");
  Names names;
  for (std::sregex_iterator at(cell.begin(), cell.end(), word), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

/// The cells of a line of a table, without the empty outer ones; empty for other lines.
Names cells(const std::string& line) {
  Names found;
  if (line.rfind("| `", 0) != 0) return found;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) found.push_back(cell);
  return found;
}

/// Reads the tables that have a third column. The entries of a row are expanded to full paths; errors in the table are
/// appended to `mistakes`.
Table read_table(const std::string& document, Names& mistakes) {
  std::map<std::string, Names> allowed_by_folder;
  std::istringstream lines(document);
  for (std::string line; std::getline(lines, line);)
    if (const auto row = cells(line); row.size() == 3)
      allowed_by_folder[words_in_backticks(row[0]).at(0)] = words_in_backticks(row[2]);

  Table table;
  for (const auto& [folder, names] : allowed_by_folder) {
    auto& may_use = table[folder].may_use;
    const auto parent = fs::path(folder).parent_path().parent_path().string() + "/";
    for (const auto& name : names) {
      // A name without '/' is a folder next to this one.
      const auto full = name.find('/') == name.npos ? parent + name + "/" : name;
      bool known = false;
      for (const auto& [other, unused] : allowed_by_folder)
        // `lib/` permits every row below it.
        if (other == full || (full == "lib/" && other.rfind(full, 0) == 0)) {
          known = true;
          if (other != folder) may_use.insert(other);
        }
      if (!known) mistakes.push_back("ARCHITECTURE.md: '" + folder + "' may use '" + name + "', which has no row");
    }
  }
  return table;
}

/// A cycle of rows: each row may use the next one, and the last row is the first one again. Empty if there is no cycle.
Names find_cycle(const Table& table) {
  std::set<std::string> finished;
  Names path;
  std::function<bool(const std::string&)> visit = [&](const std::string& folder) {
    if (const auto seen = std::find(path.begin(), path.end(), folder); seen != path.end()) {
      path.erase(path.begin(), seen);
      path.push_back(folder);
      return true;
    }
    if (finished.count(folder) != 0) return false;
    path.push_back(folder);
    for (const auto& used : table.at(folder).may_use)
      if (visit(used)) return true;
    path.pop_back();
    finished.insert(folder);
    return false;
  };
  for (const auto& [folder, row] : table)
    if (visit(folder)) return path;
  return {};
}

/// The row of a file, by the longest path that contains it; empty if there is none.
std::string row_of(const Table& table, const std::string& file) {
  std::string best;
  for (const auto& [folder, row] : table)
    if (file.rfind(folder, 0) == 0 && folder.size() > best.size()) best = folder;
  return best;
}

/// The folders that are searched for an #include of `file`, in the order of the build.
Names include_roots(const std::string& file) {
  Names roots{fs::path(file).parent_path().string()};
  const auto starts = [&](const char* folder) { return file.rfind(folder, 0) == 0; };
  if (starts("lib/cuda_compat/")) roots.push_back("lib/cuda_compat");
  if (starts("runtime/emulator/")) roots.push_back("runtime/emulator/src");
  if (starts("runtime/hip/")) roots.push_back("runtime/hip/src");
  if (starts("runtime/")) roots.insert(roots.end(), {"runtime/loader/include", "runtime/loader/src"});
  for (const auto* root :
       {"tools/rocm-bindgen", "lib/include", "lib", "runtime/ops/include", "kernels/tables", "runtime/ops/src",
        "runtime/loader/include", "runtime/loader/src", "runtime/emulator/src", "."})
    roots.push_back(root);
  return roots;
}

using Sources = std::map<std::string, std::string>;

/// Appends to `mistakes` each include of `file` that the table does not permit.
void check_includes(const Table& table, const Sources& sources, const std::string& file, Names& mistakes) {
  static const std::regex include(R"(^\s*#\s*(?:include|include_next)\s*["<]([^">]+)[">])");
  const auto row = row_of(table, file);
  if (row.empty()) {
    mistakes.push_back(file + ":1: is in no folder that ARCHITECTURE.md has");
    return;
  }
  std::istringstream lines(sources.at(file));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch found;
    if (!std::regex_search(line, found, include)) continue;
    for (const auto& root : include_roots(file)) {
      const auto included = (fs::path(root) / found[1].str()).lexically_normal().string();
      if (sources.count(included) == 0) continue;
      const auto used = row_of(table, included);
      if (used != row && table.at(row).may_use.count(used) == 0)
        mistakes.push_back(file + ":" + std::to_string(number) + ": '" + row + "' may not use '" + used + "' (" +
                           found[1].str() + ")");
      break;
    }
  }
}

Names check(const std::string& document, const Sources& sources) {
  Names mistakes;
  const auto table = read_table(document, mistakes);
  if (const auto cycle = find_cycle(table); !cycle.empty()) {
    std::string path;
    for (const auto& folder : cycle) path += (path.empty() ? "" : " -> ") + folder;
    mistakes.push_back("ARCHITECTURE.md: a cycle: " + path);
  }
  for (const auto& [file, text] : sources) check_includes(table, sources, file, mistakes);
  return mistakes;
}

Sources source_tree() {
  const fs::path root = ROCM_BINDGEN_SOURCE_DIR;
  Sources sources;
  for (const auto* top : {"tools", "lib", "runtime", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const auto path = fs::relative(entry.path(), root).string();
      const auto extension = entry.path().extension().string();
      // The tool contains these as texts; its sources do not include them.
      const bool is_foreign = path.rfind("tools/cmake/", 0) == 0 || path.rfind("lib/hipify/stubs/", 0) == 0;
      if (!entry.is_regular_file() || is_foreign || extension == ".txt" || extension == ".tsv") continue;
      sources[path] = test::read(entry.path());
    }
  return sources;
}

}  // namespace

TEST_CASE("architecture: ARCHITECTURE.md permits every include and its table has no cycle") {
  const auto sources = source_tree();
  CHECK(sources.size() > 1000);  // a wrong root would give few or none
  std::string all;
  for (const auto& mistake : check(test::read(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "ARCHITECTURE.md"), sources))
    all += mistake + "\n";
  INFO(all);
  CHECK(all.empty());
}

TEST_CASE("architecture: a forbidden include, a cycle and a folder without a row are reported") {
  const std::string table =
      "| folder | its job | may use |\n|---|---|---|\n"
      "| `lib/high/` | x | `low` |\n| `lib/low/` | x | nothing |\n";
  const Sources good{{"lib/high/a.cpp", "#include <string>\n#include \"low/b.hpp\"\n"}, {"lib/low/b.hpp", ""}};
  CHECK(check(table, good).empty());

  auto upward = good;
  upward["lib/low/b.hpp"] = "\n\n#include \"high/c.hpp\"\n";
  upward["lib/high/c.hpp"] = "";
  CHECK(check(table, upward) == Names{"lib/low/b.hpp:3: 'lib/low/' may not use 'lib/high/' (high/c.hpp)"});

  auto homeless = good;
  homeless["lib/new/d.cpp"] = "";
  CHECK(check(table, homeless) == Names{"lib/new/d.cpp:1: is in no folder that ARCHITECTURE.md has"});

  const std::string circle = "| `lib/high/` | x | `low` |\n| `lib/low/` | x | `high` |\n";
  CHECK(check(circle, good) == Names{"ARCHITECTURE.md: a cycle: lib/high/ -> lib/low/ -> lib/high/"});
  CHECK(check("| `lib/high/` | x | `low`, `gone` |\n| `lib/low/` | x | nothing |\n", good) ==
        Names{"ARCHITECTURE.md: 'lib/high/' may use 'gone', which has no row"});
}
