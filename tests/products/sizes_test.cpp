// How large each product may be, stripped, as its users carry it. A limit is a tenth or so above what the product had
// when the limit was set: growth beyond it is a decision, which this table records. LLVM is not counted; it is the
// system's.
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
    {"tool", PRODUCT_TOOL, 9'600'000},
    // Programs link it or carry it next to them: half a megabyte is what they are promised.
    {"runtime", PRODUCT_RUNTIME, 500'000},
    {"emulator", PRODUCT_EMULATOR, 1'500'000},
    // Compressed code objects of 25 modules for three targets are most of it.
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
