// Limits of the size of each product, stripped as users install it. A limit is about a tenth above the product's size
// when the limit was set, so that further growth requires a decision, which is recorded by changing this table. LLVM is
// not counted, because it is part of the system.
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

struct Product {
  const char* name;
  const char* path;
  std::uintmax_t limit;  ///< in bytes
};

constexpr Product kProducts[] = {
#ifdef PRODUCT_COMPILER
    {"tool", PRODUCT_TOOL, 2'900'000},
    {"tool's compiler", PRODUCT_COMPILER, 9'600'000},
#else
    {"tool", PRODUCT_TOOL, 9'600'000},
#endif
    // Programs are distributed with this library, and half a megabyte is the promised limit.
    {"runtime", PRODUCT_RUNTIME, 500'000},
    {"emulator", PRODUCT_EMULATOR, 2'350'000},
    // Most of this library is compressed code objects: those of 25 modules for three targets.
    {"kernels library", PRODUCT_KERNELS, 4'000'000},
};

}  // namespace

TEST_CASE("sizes: each stripped product stays below its limit") {
  const Folder folder;
  for (const auto& product : kProducts) {
    const auto stripped = folder / "stripped";
    const auto finished = run({"strip", "-o", stripped.string(), product.path});
    INFO(product.name << ": " << finished.err);
    REQUIRE(finished.exit_code == 0);
    const auto size = fs::file_size(stripped);
    CHECK(size > 0);
    CHECK(size <= product.limit);
  }
}
