#include "rtc/compiled_modules.hpp"

#include <utility>
#include <vector>

#include "cache/parameter_kind.hpp"
#include "codeobject/kernel_signatures.hpp"
#include "log.hpp"
#include "rocm_bindgen/error.hpp"
#include "rtc/rtc_cache.hpp"
#include "rtc/rtc_library.hpp"

namespace rocm_bindgen::runtime {

struct CompiledModule::Contents {
  std::string name, target, image;
  CodeObject code_object{};
  std::vector<KernelSignature> signatures;
  std::vector<std::vector<ParameterInfo>> parameters;
  std::vector<KernelInfo> kernels;
};

CompiledModule::CompiledModule(std::string name, std::string target, std::string image)
    : contents_(new Contents{std::move(name), std::move(target), std::move(image), {}, {}, {}, {}}) {
  auto& all = *contents_;
  all.code_object = {all.target.c_str(), reinterpret_cast<const unsigned char*>(all.image.data()), all.image.size(),
                     all.image.size(), Compression::none};
  module_ = {all.name.c_str(), 0, nullptr, 0, &all.code_object, 1};
  all.signatures = read_signatures(all.image, all.code_object, module_);
  for (const auto& signature : all.signatures) {
    auto& parameters = all.parameters.emplace_back();
    for (const auto& parameter : signature.parameters)
      parameters.push_back({parameter.name.c_str(), parameter.kind_is_known ? "" : kUnknownKind, parameter.offset,
                            parameter.size, parameter.is_pointer});
    all.kernels.push_back({signature.name.c_str(), signature.name.c_str(), parameters.data(),
                           static_cast<std::uint32_t>(parameters.size())});
  }
  module_.kernels = all.kernels.data();
  module_.kernel_count = all.kernels.size();
}

CompiledModule::~CompiledModule() = default;

const Module& CompiledModules::get(const DeviceInfo& device, const std::string& source, const CompileOptions& options) {
  const auto& compiler = RtcLibrary::of(device);
  // Each part is preceded by its length, so that different parts never give the same key.
  std::string key;
  const auto add = [&key](const std::string& part) { key += std::to_string(part.size()) + ":" + part; };
  for (const auto* part : {&compiler.identity(), &device.arch, &options.name, &source}) add(*part);
  add(std::to_string(options.flags.size()));
  for (const auto& flag : options.flags) add(flag);
  add(std::to_string(options.headers.size()));
  for (const auto& header : options.headers) {
    add(header.name);
    add(header.text);
  }

  if (const auto* known = find(key)) return *known;
  const std::lock_guard lock(compiling_);
  if (const auto* known = find(key)) return *known;
  const RtcCache cache;
  if (options.use_cache)
    if (auto image = cache.find(key)) try {
        const auto& module = keep(key, device, options, std::move(*image));
        log(LogLevel::info, "using the cached image of '" + options.name + "' for " + device.arch);
        return module;
      } catch (const Error& error) {
        log(LogLevel::info, std::string("the cached image cannot be used: ") + error.what());
      }
  const auto image = compiler.compile(device, source, options);
  log(LogLevel::info, "compiled '" + options.name + "' for " + device.arch + " with " + compiler.identity());
  const auto& module = keep(key, device, options, image);
  // The image is stored only after keep() has parsed it: an unusable image is not worth storing.
  if (options.use_cache) cache.store(key, image);
  return module;
}

const Module* CompiledModules::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = modules_.find(key);
  return known == modules_.end() ? nullptr : &known->second.module();
}

const Module& CompiledModules::keep(const std::string& key, const DeviceInfo& device, const CompileOptions& options,
                                    std::string image) {
  const std::lock_guard lock(mutex_);
  return modules_.try_emplace(key, options.name, device.arch, std::move(image)).first->second.module();
}

}  // namespace rocm_bindgen::runtime
