#include "report/report.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

using ModuleTarget = std::pair<std::string, std::string>;  // identifies a code object by module and target

ReportChange change_of(const KernelChange& change) {
  if (change.before == nullptr) return ReportChange::is_new;
  if (change.after == nullptr) return ReportChange::is_gone;
  return change.is_worse ? ReportChange::worse : ReportChange::changed;
}

/// Two files may have the same module name; the second one is shown with its path.
std::string shown_module(const ReadObject& object, std::set<ModuleTarget>& taken) {
  if (taken.insert({object.module, object.info.target}).second) return object.module;
  auto name = fmt::format("{} ({})", object.module, object.file.string());
  taken.insert({name, object.info.target});
  return name;
}

std::optional<double> seconds_of(const ReadObject& object, const CompileTimes* times) {
  if (times == nullptr) return std::nullopt;
  const auto found = times->find({object.module, object.info.target});
  return found == times->end() ? std::nullopt : std::optional(found->second);
}

void add_objects(Report& report, const std::vector<ReadObject>& objects, const CompileTimes* times) {
  std::set<ModuleTarget> taken;
  report.has_times = times != nullptr;
  for (const auto& object : objects)
    report.objects.push_back(
        {shown_module(object, taken), object.info.target, object.bytes, std::nullopt, seconds_of(object, times)});
}

}  // namespace

Expected<CompileTimes> read_compile_times(const std::filesystem::path& file) {
  ROCM_BINDGEN_TRY(const auto text, read_file(file));
  try {
    CompileTimes times;
    const auto statistics = parse_json(text);
    for (const auto& job : statistics.at("jobs"))
      if (job.at("stage").get<std::string>() == "compile")
        times[{job.at("module").get<std::string>(), job.at("target").get<std::string>()}] +=
            job.at("seconds").get<double>();
    return times;
  } catch (const nlohmann::json::exception&) {
    return Failure(ExitCode::source_error, fmt::format("'{}' does not contain build statistics", file.string()),
                   "pass a file written by `rocm-bindgen build --stats FILE`");
  }
}

Report make_report(const std::vector<ReadObject>& objects, const CompileTimes* times) {
  Report report;
  add_objects(report, objects, times);
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (const auto& kernel : objects[i].info.kernels)
      report.kernels.push_back({i, objects[i].info.processor, objects[i].cubin, nullptr, &kernel, ReportChange::none});
  return report;
}

Report make_report(const std::vector<ReadObject>& before, const std::vector<ModuleObject>& old_modules,
                   const std::vector<ReadObject>& after, const std::vector<ModuleObject>& new_modules,
                   const std::vector<KernelChange>& changes, const CompileTimes* times) {
  Report report;
  report.compares = true;
  add_objects(report, after, times);
  std::map<const KernelMetadata*, const KernelChange*> changed;
  for (const auto& change : changes)
    if (change.after != nullptr) changed[change.after] = &change;

  // The index of each code object in report.objects. Those that no longer exist are after the others.
  std::map<ModuleTarget, std::size_t> indices;
  for (std::size_t i = 0; i < after.size(); ++i) indices[{new_modules[i].module, after[i].info.target}] = i;
  std::map<ModuleTarget, bool> were_cubins;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const ModuleTarget id{old_modules[i].module, before[i].info.target};
    were_cubins[id] = before[i].cubin;
    const auto [found, is_gone] = indices.try_emplace(id, report.objects.size());
    if (is_gone) report.objects.push_back({before[i].module, id.second, std::nullopt, std::nullopt, std::nullopt});
    report.objects[found->second].bytes_before = before[i].bytes;
  }

  for (std::size_t i = 0; i < after.size(); ++i)
    for (const auto& kernel : new_modules[i].info.kernels) {
      const auto found = changed.find(&kernel);
      const auto* change = found == changed.end() ? nullptr : found->second;
      report.kernels.push_back({i, after[i].info.processor, after[i].cubin,
                                change == nullptr ? nullptr : change->before, &kernel,
                                change == nullptr ? ReportChange::none : change_of(*change)});
    }
  for (const auto& change : changes) {
    if (change.after != nullptr) continue;
    const ModuleTarget id{change.module, change.target};
    report.kernels.push_back(
        {indices.at(id), change.processor, were_cubins.at(id), change.before, nullptr, ReportChange::is_gone});
  }
  return report;
}

}  // namespace rocm_bindgen::build
