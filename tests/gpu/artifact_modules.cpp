#include "gpu/artifact_modules.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace gpu {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot be read: " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ArtifactModules::ArtifactModules(const std::filesystem::path& folder) {
  const auto manifest = nlohmann::json::parse(read(folder / "manifest.json"));
  for (const auto& module : manifest.at("modules")) {
    auto& kernels = kernels_.emplace_back();
    for (const auto& kernel : module.at("kernels")) {
      auto& parameters = parameters_.emplace_back();
      for (const auto& parameter : kernel.at("parameters")) {
        // As in the emitted header, the launch type of a pointer ends with '*'; that of a struct is empty.
        const auto launch_type = parameter.at("launch_type").get<std::string>();
        parameters.push_back({keep(parameter.at("name")), keep(parameter.at("type")), parameter.at("offset"),
                              parameter.at("size"), !launch_type.empty() && launch_type.back() == '*'});
      }
      kernels.push_back({keep(kernel.at("name")), keep(kernel.at("symbol")), parameters.data(),
                         static_cast<std::uint32_t>(parameters.size())});
    }
    auto& objects = objects_.emplace_back();
    for (const auto& object : module.at("code_objects")) {
      const auto& bytes = texts_.emplace_back(read(folder / object.at("file").get<std::string>()));
      // Code objects in files are not compressed, so the stored size is also the size of the image.
      objects.push_back({keep(object.at("target")), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                         bytes.size(), rocm_bindgen::Compression::none});
    }
    modules_.push_back({keep(module.at("name")), static_cast<std::uint32_t>(modules_.size()), kernels.data(),
                        kernels.size(), objects.data(), objects.size()});
  }
}

}  // namespace gpu
