#include "report/report_page.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codeobject/occupancy.hpp"
#include "emit/user_template.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Writes JSON for a script element. A '<' is escaped, because "</script" would end the element and "<!--" would change
/// its parsing.
std::string script_data(const OrderedJson& json) {
  std::string text;
  for (const char c : json_text(json)) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string human_bytes(std::size_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.2f} MB", static_cast<double>(bytes) / 1e6);
}

std::uint32_t spills(const KernelMetadata& kernel) {
  return kernel.vgpr_spills + kernel.sgpr_spills;
}

/// The numbers of a kernel, in the order of the table's columns from VGPR on. Null means unknown. Of a cubin, only the
/// registers and the number of arguments are known.
OrderedJson numbers(const KernelMetadata* kernel, const ReportKernel& row) {
  if (kernel == nullptr) return nullptr;
  const auto arguments = kernel->arguments.size();
  if (row.cubin)
    return OrderedJson::array(
        {kernel->vgprs, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, arguments});
  const auto waves = waves_per_simd(*kernel, row.processor);
  return OrderedJson::array({kernel->vgprs, kernel->agprs, kernel->sgprs, kernel->lds, kernel->scratch, spills(*kernel),
                             kernel->wavefront_size, waves ? OrderedJson(*waves) : OrderedJson(), arguments});
}

const char* name_of(ReportChange change) {
  switch (change) {
    case ReportChange::changed:
      return "changed";
    case ReportChange::worse:
      return "worse";
    case ReportChange::is_new:
      return "new";
    case ReportChange::is_gone:
      return "gone";
    case ReportChange::none:
      break;
  }
  return "";
}

OrderedJson kernel_rows(const Report& report) {
  OrderedJson rows = OrderedJson::array();
  for (const auto& kernel : report.kernels) {
    const auto& object = report.objects[kernel.object];
    const auto& name = kernel.after != nullptr ? kernel.after->name : kernel.before->name;
    rows.push_back({object.module, name, object.target, name_of(kernel.change), numbers(kernel.after, kernel),
                    numbers(kernel.before, kernel)});
  }
  return rows;
}

/// The values of one code object, or of all code objects of a target, in the table of code objects.
struct Sums {
  std::size_t bytes = 0, bytes_before = 0, kernels = 0, spilling = 0;
  double seconds = 0;
  bool exists = false, existed = false, has_seconds = false;
};

void add(Sums& sums, const ReportObject& object) {
  sums.exists = sums.exists || object.bytes;
  sums.existed = sums.existed || object.bytes_before;
  sums.has_seconds = sums.has_seconds || object.seconds;
  sums.bytes += object.bytes.value_or(0);
  sums.bytes_before += object.bytes_before.value_or(0);
  sums.seconds += object.seconds.value_or(0);
}

void add(Sums& sums, const ReportKernel& kernel) {
  if (kernel.after == nullptr) return;
  ++sums.kernels;
  sums.spilling += spills(*kernel.after) != 0 ? 1 : 0;
}

/// The table of code objects, with a row per module and a group of columns per target.
struct Matrix {
  std::vector<std::string> modules, targets;
  std::map<std::pair<std::size_t, std::size_t>, Sums> cells;  ///< by indices into `modules` and `targets`
  std::vector<Sums> totals;                                   ///< by index into `targets`
};

/// The index of `name`, which is appended if it is not in `names`.
std::size_t index_in(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

Matrix matrix_of(const Report& report) {
  Matrix matrix;
  // The cell of each code object: indices into `modules` and `targets`.
  std::vector<std::pair<std::size_t, std::size_t>> cell_of;
  for (const auto& object : report.objects) {
    cell_of.emplace_back(index_in(matrix.modules, object.module), index_in(matrix.targets, object.target));
    matrix.totals.resize(matrix.targets.size());
    add(matrix.cells[cell_of.back()], object);
    add(matrix.totals[cell_of.back().second], object);
  }
  for (const auto& kernel : report.kernels) {
    add(matrix.cells[cell_of[kernel.object]], kernel);
    add(matrix.totals[cell_of[kernel.object].second], kernel);
  }
  return matrix;
}

/// A cell of the table of code objects. The script sorts by `value`, and `text` is shown.
OrderedJson cell(const std::string& value, const std::string& text, const std::string& css = "") {
  return {{"value", value}, {"text", text}, {"class", css}};
}

std::string size_text(const Report& report, const Sums& sums) {
  if (!sums.exists) return sums.existed ? fmt::format("gone (was {})", human_bytes(sums.bytes_before)) : "–";
  auto text = human_bytes(sums.bytes);
  if (!report.compares || sums.bytes == sums.bytes_before) return text;
  return text + (sums.existed ? fmt::format(" (was {})", human_bytes(sums.bytes_before)) : " (new)");
}

void append_cells(OrderedJson& cells, const Report& report, const Sums& sums) {
  const auto count = [&](std::size_t number, const char* css) {
    cells.push_back(sums.exists ? cell(std::to_string(number), std::to_string(number), css) : cell("", "–"));
  };
  cells.push_back(cell(sums.exists ? std::to_string(sums.bytes) : "", size_text(report, sums), "first"));
  count(sums.kernels, "");
  count(sums.spilling, sums.spilling != 0 ? "warning" : "");
  if (!report.has_times) return;
  cells.push_back(sums.has_seconds ? cell(fmt::format("{:.3f}", sums.seconds), fmt::format("{:.2f}", sums.seconds))
                                   : cell("", "–"));
}

/// A column that each target has in the table of code objects.
struct Measure {
  const char* key;
  const char* title;
  const char* meaning;
  const char* css;
};

std::vector<Measure> measures(const Report& report) {
  std::vector<Measure> all{{"size", "Size", "Size of the uncompressed code object", "first"},
                           {"kernels", "Kernels", "Kernels in the code object", ""},
                           {"spilling", "Spilling", "Kernels that spill registers", ""}};
  if (report.has_times) all.push_back({"seconds", "Seconds", "Compile time in seconds", ""});
  return all;
}

OrderedJson matrix_model(const Report& report, const Matrix& matrix) {
  OrderedJson model{{"targets", OrderedJson::array()},
                    {"columns", OrderedJson::array()},
                    {"lines", OrderedJson::array()},
                    {"totals", OrderedJson::array()},
                    {"measures", std::to_string(measures(report).size())}};
  for (const auto& target : matrix.targets) {
    model["targets"].push_back({{"name", html_text(target)}});
    for (const auto& measure : measures(report))
      model["columns"].push_back({{"key", fmt::format("{}.{}", html_text(target), measure.key)},
                                  {"title", measure.title},
                                  {"meaning", measure.meaning},
                                  {"class", measure.css}});
  }
  for (std::size_t i = 0; i < matrix.modules.size(); ++i) {
    OrderedJson cells = OrderedJson::array();
    for (std::size_t k = 0; k < matrix.targets.size(); ++k) {
      const auto found = matrix.cells.find({i, k});
      append_cells(cells, report, found == matrix.cells.end() ? Sums{} : found->second);
    }
    model["lines"].push_back({{"module", html_text(matrix.modules[i])}, {"cells", std::move(cells)}});
  }
  for (const auto& total : matrix.totals) append_cells(model["totals"], report, total);
  return model;
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The summary of the page, as a sentence.
std::string summary_of(const Report& report, const Matrix& matrix) {
  std::size_t bytes = 0, objects = 0, kernels = 0, spilling = 0;
  std::map<ReportChange, std::size_t> changes;
  for (const auto& object : report.objects) {
    bytes += object.bytes.value_or(0);
    objects += object.bytes ? 1 : 0;
  }
  for (const auto& kernel : report.kernels) {
    ++changes[kernel.change];
    if (kernel.after == nullptr) continue;
    ++kernels;
    spilling += spills(*kernel.after) != 0 ? 1 : 0;
  }
  auto text = fmt::format("{} for {}: {}, {}, {} in all, {} of them with spills.",
                          counted(matrix.modules.size(), "module"), counted(matrix.targets.size(), "target"),
                          counted(objects, "code object"), human_bytes(bytes), counted(kernels, "kernel"), spilling);
  if (report.compares)
    text += fmt::format(" Since the other build: {} worse, {} changed otherwise, {} new, {} gone.",
                        changes[ReportChange::worse], changes[ReportChange::changed], changes[ReportChange::is_new],
                        changes[ReportChange::is_gone]);
  return text;
}

}  // namespace

std::string emit_report_page(const Report& report) {
  const auto matrix = matrix_of(report);
  auto model = matrix_model(report, matrix);
  model["summary"] = summary_of(report, matrix);
  model["compares"] = report.compares;
  model["data"] = script_data(kernel_rows(report));
  return render_embedded("templates/inspect.html.mustache", model, {});
}

}  // namespace rocm_bindgen::build
