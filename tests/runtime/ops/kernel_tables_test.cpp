// Compares the tables of kernels that ops launch with the code objects of each target that they are bundled for.
#include "kernel_tables.hpp"

#include <map>
#include <set>

#include "codeobject/decode.hpp"
#include "codeobject/metadata.hpp"
#include "launch_view.hpp"
#include "runtime/ops/refusal.hpp"
#include "runtime/ops/tensors.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;
using Names = std::set<std::string>;

/// The names of the kernels in a code object's metadata.
Names kernels_in(const CodeObject& code_object, const Module& module) {
  const auto image = runtime::decode_code_object(code_object, module);
  Names names;
  for (const auto symbol : runtime::read_metadata({image.bytes(), EM_AMDGPU, code_object, module}).kernel_symbols)
    names.emplace(symbol.substr(0, symbol.rfind(".kd")));
  return names;
}

/// The names of the kernels in the tables, by module.
std::map<ops::BundledModule, Names> names_in_tables() {
  std::map<ops::BundledModule, Names> names;
  ops::for_each_kernel([&](const ops::BundledKernel& kernel) {
    INFO(kernel.symbol << " is in two tables");
    CHECK(names[kernel.module].emplace(kernel.symbol).second);
  });
  return names;
}

Names without(Names names, const Names& others) {
  for (const auto& other : others) names.erase(other);
  return names;
}

}  // namespace

TEST_CASE("ops: each kernel in the tables is in the code objects of every target, and each kernel of ops in a table") {
  std::size_t code_objects = 0, kernels = 0;
  for (const auto& [module_key, wanted] : names_in_tables()) {
    const auto& module = ops::module_of(module_key);
    for (std::size_t i = 0; i < module.code_object_count; ++i) {
      const auto& code_object = module.code_objects[i];
      // Code objects for NVIDIA's GPUs have no metadata of this kind.
      if (std::string_view(code_object.target).substr(0, 3) == "sm_") continue;
      INFO(module.name << " for " << code_object.target);
      const auto present = kernels_in(code_object, module);
      CHECK(without(wanted, present) == Names());
      // The modules of the ABI also have kernels that ops do not launch.
      if (module_key < ops::BundledModule::candle_fill) CHECK(without(present, wanted) == Names());
      ++code_objects;
      kernels += wanted.size();
    }
  }
  constexpr std::size_t kModules = static_cast<std::size_t>(ops::BundledModule::candle_sort) + 1;
  // Each module has one code object per target, and all modules of a target have more than 900 kernels.
  CHECK(code_objects >= kModules);
  CHECK(code_objects % kModules == 0);
  CHECK(kernels > 900 * (code_objects / kModules));
}

TEST_CASE("ops: a kernel table finds the kernels for the keys of its rows, and nothing for other keys") {
  static constexpr ops::KernelTable<ops::Pool, ops::ElementSize> table{
      ops::BundledModule::window,
      {{ops::Pool::max_pool2d, ops::ElementSize::b64, "a"}, {ops::Pool::avg_pool2d, ops::ElementSize::b8, "b"}}};
  static_assert(table.find(ops::Pool::max_pool2d, ops::ElementSize::b64).symbol == "a");
  static_assert(table.find(ops::Pool::avg_pool2d, ops::ElementSize::b8).symbol == "b");
  CHECK(table.find(ops::Pool::avg_pool2d, ops::ElementSize::b16).symbol.empty());
  CHECK(table.find(static_cast<ops::Pool>(2), ops::ElementSize::b8).symbol.empty());
  CHECK(table.find(ops::Pool::max_pool2d, static_cast<ops::ElementSize>(4)).symbol.empty());
  CHECK(table.find(ops::Pool::max_pool2d, ops::ElementSize::b64).module == ops::BundledModule::window);
}

TEST_CASE("ops: an operation that is no enumerator is refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 4);
  ops::Workspace workspace(device());
  const TensorView four(memory.data(), DType::f32, {4}), one(memory.data(), DType::f32, {});
  const auto message_of = [&](const char* module) {
    return std::string("ops: the bundled module ") + module +
           " has no kernel for this operation and these element types; docs/ops.md has those that exist";
  };
  CHECK(refusal([&] { ops::unary(stream, static_cast<ops::Unary>(200), four, four); }) == message_of("view_unary"));
  CHECK(refusal([&] { ops::binary(stream, static_cast<ops::Binary>(200), four, four, four); }) ==
        message_of("view_binary"));
  CHECK(refusal([&] { ops::reduce(stream, static_cast<ops::Reduce>(200), four, {0}, one, workspace); }) ==
        "reduce: op: is 200, which is no reduction");
  CHECK(refusal([&] { ops::reduce(stream, static_cast<ops::ArgReduce>(2), four, {0}, one, workspace); }) ==
        "reduce: op: is 2, which is no reduction");
}
