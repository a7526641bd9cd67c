#include "toolchain/device_libraries.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("device libraries: a generated constant has the properties of those of ROCm") {
  llvm::LLVMContext context;
  const auto bitcode = control_constant_bitcode("__oclc_ISA_version", 11000);
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "generated"), context);
  REQUIRE(static_cast<bool>(module));
  const auto* constant = (*module)->getNamedGlobal("__oclc_ISA_version");
  REQUIRE(constant != nullptr);
  CHECK(constant->isConstant());
  CHECK(constant->hasLinkOnceODRLinkage());
  CHECK(constant->hasProtectedVisibility());
  CHECK(constant->getAddressSpace() == 4);  // constant memory
  CHECK(llvm::cast<llvm::ConstantInt>(constant->getInitializer())->getSExtValue() == 11000);
  CHECK((*module)->getTargetTriple() == "amdgcn-amd-amdhsa");
  CHECK_FALSE((*module)->getDataLayoutStr().empty());
}

TEST_CASE("device libraries: a complete set is used unchanged and an incomplete one is completed in the cache") {
  test::Folder folder;
  for (const auto* file : {"ocml.bc", "ockl.bc", "oclc_isa_version_1030.bc", "oclc_abi_version_500.bc"})
    folder.write(file, "");
  const auto old = *parse_target_id("gfx1030");
  const auto newer = *parse_target_id("gfx11-generic");  // needs the constants of code object version 6: ..._600.bc

  CHECK(*complete_device_libraries(folder.path(), folder / "cache", {old}) == folder.path());

  const auto completed = complete_device_libraries(folder.path(), folder / "cache", {old, newer});
  REQUIRE(completed);
  for (const auto* file :
       {"ocml.bc", "oclc_isa_version_1030.bc", "oclc_isa_version_11-generic.bc", "oclc_abi_version_600.bc"})
    CHECK(std::filesystem::exists(*completed / file));
  CHECK(*complete_device_libraries(folder.path(), folder / "cache", {old, newer}) == *completed);
}

TEST_CASE("device libraries: a cache that cannot be written is an output error") {
  test::Folder folder;
  folder.write("ocml.bc", "");
  const auto file = folder.write("file", "");
  const auto completed = complete_device_libraries(folder.path(), file / "cache", {*parse_target_id("gfx1100")});
  REQUIRE_FALSE(completed);
  CHECK(completed.error().code() == ExitCode::output);
}
