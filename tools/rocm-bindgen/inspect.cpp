#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codeobject/cubin.hpp"
#include "command.hpp"
#include "support/file.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

struct InspectCommand {
  std::vector<fs::path> files;
  bool json = false;
};

std::string argument_list(const KernelMetadata& kernel) {
  std::string list;
  for (const auto& argument : kernel.arguments)
    list += fmt::format("{}{}@{}:{}", list.empty() ? "" : " ", argument.name.empty() ? argument.kind : argument.name,
                        argument.offset, argument.size);
  return list;
}

void print_cubin(const std::string& name, const CodeObjectInfo& info) {
  fmt::print("{}: {}, cubin of ABI version {}, {} kernels\n", name, info.target, info.code_object_version,
             info.kernels.size());
  fmt::print("  {:<40}{:>10}  arguments\n", "kernel", "registers");
  for (const auto& kernel : info.kernels)
    fmt::print("  {:<40}{:>10}  {}\n", kernel.name, kernel.vgprs, argument_list(kernel));
}

void print_text(const std::string& name, const CodeObjectInfo& info) {
  fmt::print("{}: {}, code object version {}, {} kernels\n", name, info.target, info.code_object_version,
             info.kernels.size());
  fmt::print("  {:<40}{:>6}{:>6}{:>6}{:>8}{:>9}{:>8}{:>6}  arguments\n", "kernel", "VGPR", "AGPR", "SGPR", "LDS",
             "scratch", "spills", "wave");
  for (const auto& kernel : info.kernels) {
    fmt::print("  {:<40}{:>6}{:>6}{:>6}{:>8}{:>9}{:>8}{:>6}  {}\n", kernel.name, kernel.vgprs, kernel.agprs,
               kernel.sgprs, kernel.lds, kernel.scratch, kernel.vgpr_spills + kernel.sgpr_spills, kernel.wavefront_size,
               argument_list(kernel));
  }
}

nlohmann::ordered_json arguments_json(const KernelMetadata& kernel) {
  nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
  for (const auto& argument : kernel.arguments)
    arguments.push_back(
        {{"name", argument.name}, {"kind", argument.kind}, {"offset", argument.offset}, {"size", argument.size}});
  return arguments;
}

nlohmann::ordered_json kernel_json(const KernelMetadata& kernel) {
  return {{"name", kernel.name},
          {"vgprs", kernel.vgprs},
          {"agprs", kernel.agprs},
          {"sgprs", kernel.sgprs},
          {"lds_bytes", kernel.lds},
          {"scratch_bytes", kernel.scratch},
          {"vgpr_spills", kernel.vgpr_spills},
          {"sgpr_spills", kernel.sgpr_spills},
          {"wavefront_size", kernel.wavefront_size},
          {"max_workgroup_size", kernel.max_workgroup_size},
          {"kernarg_bytes", kernel.kernarg_size},
          {"arguments", arguments_json(kernel)}};
}

nlohmann::ordered_json to_json(const std::string& name, const CodeObjectInfo& info, bool cubin) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const auto& kernel : info.kernels)
    kernels.push_back(cubin ? nlohmann::ordered_json{{"name", kernel.name},
                                                     {"registers", kernel.vgprs},
                                                     {"arguments", arguments_json(kernel)}}
                            : kernel_json(kernel));
  return {{"file", name},
          {"target", info.target},
          {cubin ? "abi_version" : "code_object_version", info.code_object_version},
          {"kernels", std::move(kernels)}};
}

/// The code objects that a path stands for: itself, or those a manifest lists.
Expected<std::vector<fs::path>> code_objects_of(const fs::path& path) {
  if (path.extension() != ".json") return std::vector<fs::path>{path};
  ROCM_BINDGEN_TRY(const auto text, read_file(path));
  try {
    std::vector<fs::path> objects;
    const auto manifest = nlohmann::json::parse(text);
    for (const auto& module : manifest.at("modules"))
      for (const auto& object : module.at("code_objects"))
        objects.push_back(path.parent_path() / object.at("file").get<std::string>());
    return objects;
  } catch (const nlohmann::json::exception&) {
    return Failure(ExitCode::source_error, fmt::format("'{}' is not a rocm-bindgen manifest", path.string()));
  }
}

ExitCode run_inspect(const InspectCommand& command, const CommonOptions& common) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& file : command.files) {
    const auto objects = code_objects_of(file);
    if (!objects) return report(objects.error(), common);
    for (const auto& object : *objects) {
      const auto image = read_file(object);
      if (!image) return report(image.error(), common);
      const auto info = read_any_code_object(*image, object.string());
      if (!info) return report(info.error(), common);
      if (command.json) {
        all.push_back(to_json(object.string(), *info, is_cubin(*image)));
      } else if (is_cubin(*image)) {
        print_cubin(object.string(), *info);
      } else {
        print_text(object.string(), *info);
      }
    }
  }
  if (command.json) fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  return ExitCode::done;
}

}  // namespace

Command add_inspect(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<InspectCommand>();
  auto* app = root.add_subcommand("inspect", "kernels, arguments, registers, LDS and spills of code objects");
  app->add_option("FILE", command->files, "code objects (.hsaco, .cubin) or a manifest.json")->required();
  app->add_flag("--json", command->json, "print JSON");
  return {app, [command, &common](const SplitFlags&) { return run_inspect(*command, common); }};
}

}  // namespace rocm_bindgen
