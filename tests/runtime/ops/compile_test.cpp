// Tests compilation at run time with the real compiler of the device's driver.
#include <cstring>

#include "codeobject/elf_check.hpp"
#include "expression_source.hpp"
#include "kernels/ops/view.hpp"
#include "rocm_bindgen/runtime.hpp"
#include "rtc/compiled_modules.hpp"
#include "runtime/loader/log_record.hpp"
#include "runtime/ops/can_compile.hpp"
#include "runtime/ops/refusal.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen;
using namespace test;

namespace {

constexpr char kScale[] =
    "extern \"C\" __global__ void scale(float* x, float factor, size_t n) {\n"
    "  if (threadIdx.x < n) x[threadIdx.x] *= factor * FACTOR;\n}\n"
    "extern \"C\" __global__ void nothing() {}\n";

CompileOptions with_factor(int factor) {
  CompileOptions options;
  options.flags = {"-DFACTOR=" + std::to_string(factor)};
  options.use_cache = false;
  return options;
}

}  // namespace

TEST_CASE("rtc: kernels of a source run and each is compiled once per set of flags") {
  if (!can_compile()) return;
  Stream stream(device());
  auto x = Buffer<float>::from(device(), std::vector<float>{1, 2, 3, 4});
  const auto& module = device().compile(kScale, with_factor(10));
  CHECK(module.kernel_count == 2);
  CHECK(&device().compile(kScale, with_factor(10)) == &module);
  CHECK(&device().compile(kScale, with_factor(11)) != &module);
  device().kernel(module, "scale").launch(Dim3{1}, Dim3{64}, 0, stream, x, 2.5f, std::size_t{3});
  device().kernel(module, "nothing").launch(Dim3{1}, Dim3{1}, 0, stream);
  stream.synchronize();
  // The factor is 2.5 * FACTOR = 25, for three elements.
  CHECK(x.to_vector() == std::vector<float>{25, 50, 75, 4});
  // The launch checks its arguments against the metadata of the code object.
  const auto scale = device().kernel(module, "scale");
  CHECK(refusal([&] { scale.launch(Dim3{1}, Dim3{64}, 0, stream, x, 2.5, std::size_t{3}); }).find("argument 2") !=
        std::string::npos);
  CHECK(refusal([&] { scale.launch(Dim3{1}, Dim3{64}, 0, stream, x); }).find("has 3 parameters") != std::string::npos);
}

TEST_CASE("rtc: headers are passed with the source") {
  if (!can_compile()) return;
  CompileOptions options;
  options.use_cache = false;
  options.headers = {{"one.h", "#pragma once\n#include \"more/two.h\"\n"}, {"more/two.h", "constexpr int kTwo = 2;\n"}};
  Stream stream(device());
  Buffer<int> out(device(), 1);
  const std::string source = "#include \"one.h\"\nextern \"C\" __global__ void k(int* out) { *out = kTwo; }\n";
  device().kernel(device().compile(source, options), "k").launch(Dim3{1}, Dim3{1}, 0, stream, out);
  options.headers[1].text = "constexpr int kTwo = 3;\n";
  CHECK(out.to_vector() == std::vector<int>{2});
  device().kernel(device().compile(source, options), "k").launch(Dim3{1}, Dim3{1}, 0, stream, out);
  CHECK(out.to_vector() == std::vector<int>{3});
}

TEST_CASE("rtc: compile errors contain the compiler's message with the source's name and line") {
  if (!can_compile()) return;
  CompileOptions options;
  options.name = "mine";
  options.use_cache = false;
  try {
    device().compile("\nextern \"C\" __global__ void k(int* out) { *out = missing; }\n", options);
    FAIL("it has compiled");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::compile_failed);
    const std::string message = error.what();
    INFO(message);
    CHECK(message.find("compiling 'mine'") == 0);
    CHECK(message.find("missing") != std::string::npos);
    // The alternatives are the formats of NVRTC and clang. hipRTC 5.2 gives the source a name of its own.
    CHECK((message.find("mine(2)") != std::string::npos || message.find(":2:") != std::string::npos));
    CHECK(error.driver_code() != 0);
  }
}

TEST_CASE("rtc: sources with an entry in the cache on disk are compiled again only if the entry is damaged") {
  if (!can_compile()) return;
  Folder folder;
  const Environment cache("ROCM_BINDGEN_RTC_CACHE", folder.path().string());
  auto options = with_factor(12);
  options.use_cache = true;
  // Returns true if the image comes from the cache.
  const auto compile = [&] {
    runtime_test::LogRecord log(LogLevel::info);
    // As in a new process, no module is in memory.
    runtime::CompiledModules modules;
    CHECK(modules.get(device().info(), kScale, options).kernel_count == 2);
    return log.has(LogLevel::info, {"using the cached image of ", "for " + device().info().arch});
  };
  CHECK_FALSE(compile());
  CHECK(compile());
  const auto files = tree(folder.path());
  REQUIRE(files.size() == 1);
  // An entry that is cut off.
  folder.write(files.begin()->first, files.begin()->second.substr(0, 1000));
  CHECK_FALSE(compile());
  CHECK(tree(folder.path()) == files);
  // A complete entry whose content is not a code object.
  const auto& entry = files.begin()->second;
  const auto image = entry.rfind(
      "\x7f"
      "ELF");
  REQUIRE(image != std::string::npos);
  const std::string nonsense(entry.size() - image, 'x');
  auto other = entry.substr(0, image) + nonsense;
  const std::uint64_t checksum = std::hash<std::string_view>{}(nonsense);
  // The checksum of the image is the fourth 64-bit field of the entry's header.
  std::memcpy(other.data() + 24, &checksum, sizeof checksum);
  folder.write(files.begin()->first, other);
  CHECK_FALSE(compile());
  CHECK(tree(folder.path()) == files);
  options.use_cache = false;
  CHECK_FALSE(compile());
  options.use_cache = true;
  options.flags.push_back("-DMORE");
  CHECK_FALSE(compile());
  CHECK(tree(folder.path()).size() == 2);
}

TEST_CASE("rtc: NVRTC compiles expressions with their arguments too") {
  DeviceInfo h200;
  h200.driver = "nvidia";
  h200.arch = "sm_90";
  runtime::CompiledModules modules;
  float element = 0;
  for (const auto dtype : kAllDTypes) {
    INFO(name_of(dtype));
    const std::vector<ops::Variable> tensors{{"x", TensorView(&element, dtype, {1})},
                                             {"y", TensorView(&element, DType::f16, {1})}};
    const std::vector<ops::Variable> numbers{{"a", 2.0f}, {"b", std::int64_t{3}}};
    // A pack has 16 bytes of the widest tensor; y has elements of 2 bytes.
    const auto pack = static_cast<std::uint32_t>(16 / std::max<std::size_t>(2, size_of(dtype)));
    auto options = ops::expression_options("nvidia");
    options.use_cache = false;
    try {
      const auto source = ops::expression_source("x * y + a * sqrtf(b)", tensors, numbers, dtype, pack);
      const auto& module = modules.get(h200, source, options);
      REQUIRE(module.kernel_count == 1);
      const auto& kernel = module.kernels[0];
      CHECK(std::string(kernel.name) == ops::kExpressionKernel);
      std::vector<std::size_t> sizes;
      for (std::uint32_t p = 0; p < kernel.parameter_count; ++p) sizes.push_back(kernel.parameters[p].size);
      // The view, the pointers to the result, x and y, and the numbers a (float) and b (64 bits).
      CHECK(sizes == std::vector<std::size_t>{sizeof(View<3>), 8, 8, 8, 4, 8});
      const auto& object = module.code_objects[0];
      runtime::check_code_object({reinterpret_cast<const char*>(object.data), object.image_size}, object, module);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::no_compiler) throw;
      WARN("not tested: " << error.what());
      return;
    }
  }
}
