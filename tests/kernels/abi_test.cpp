#include <set>

#include <nlohmann/json.hpp>

#include "kernels/bundled.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
using Json = nlohmann::json;

namespace {

std::map<std::string, Json> by_name(const Json& list, const char* key) {
  std::map<std::string, Json> found;
  for (const auto& entry : list) found.emplace(entry.at(key).get<std::string>(), entry);
  return found;
}

}  // namespace

TEST_CASE("kernels: the ABI table has the specified number of rows for each module") {
  const auto rows = abi_rows();
  std::map<std::string, int> count;
  for (const auto& row : rows) ++count[row.module];
  // The rows of the reference set, those for i16, i32 and e4m3 that its hosts ask for, each e4m3 row under the hosts'
  // spelling, and the kernel that takes the flag of ids out of range.
  CHECK(count == std::map<std::string, int>{{"affine", 11},
                                            {"binary", 108},
                                            {"cast", 71},
                                            {"conv", 66},
                                            {"fill", 33},
                                            {"indexing", 182},
                                            {"quantized", 142},
                                            {"reduce", 84},
                                            {"sort", 22},
                                            {"ternary", 37},
                                            {"unary", 147}});
}

TEST_CASE("kernels: every ABI kernel is in the code objects of every target, with its parameters") {
  const auto rows = abi_rows();
  std::map<std::string, std::set<std::string>> wanted;
  for (const auto& row : rows) wanted[row.module].insert(row.name);
  for (const std::string target : {"gfx1030", "gfx1100", "gfx90a"})
    for (const auto& [module, names] : wanted) {
      const auto file = bundled_folder() / "kernels.artifacts/hsaco" / (module + "." + target + ".hsaco");
      const auto inspected = rocm_bindgen({"inspect", "--json", file.string()});
      INFO(file << "\n" << inspected.err);
      REQUIRE(inspected.exit_code == 0);
      const auto object = Json::parse(inspected.out).at(0);
      CHECK(object.at("target") == target);
      const auto kernels = by_name(object.at("kernels"), "name");
      std::set<std::string> present;
      for (const auto& [name, kernel] : kernels) present.insert(name);
      CHECK(present == names);
      for (const auto& row : rows) {
        if (row.module != module || kernels.count(row.name) == 0) continue;
        INFO(row.name);
        const auto& arguments = kernels.at(row.name).at("arguments");
        REQUIRE(arguments.size() == row.parameters.size());
        for (std::size_t i = 0; i < row.parameters.size(); ++i) {
          INFO(row.parameters[i]);
          CHECK(arguments[i].at("size") == parameter_size(row.parameters[i]));
        }
      }
    }
}

TEST_CASE("kernels: no kernel spills registers or uses scratch on any target") {
  int kernels = 0;
  int products = 0;
  for (const auto& entry : std::filesystem::directory_iterator(bundled_folder() / "kernels.artifacts/hsaco")) {
    const auto inspected = rocm_bindgen({"inspect", "--json", entry.path().string()});
    INFO(entry.path() << "\n" << inspected.err);
    REQUIRE(inspected.exit_code == 0);
    const auto object = Json::parse(inspected.out).at(0);
    for (const auto& kernel : object.at("kernels")) {
      INFO(kernel.at("name"));
      ++kernels;
      if (kernel.at("name").get<std::string>().find("mat_vec") != std::string::npos) ++products;
      CHECK(kernel.at("sgpr_spills") == 0);
      CHECK(kernel.at("vgpr_spills") == 0);
      CHECK(kernel.at("scratch_bytes") == 0);
    }
  }
  CHECK(kernels > 3 * 1300);  // for three targets; a lower bound, to notice modules that are missing
  // For each of 10 formats: 9 kernels in the module quantized, 3 in view_quantized, and 4 in view_mat_vec.
  CHECK(products == 3 * 160);
}

TEST_CASE("kernels: the manifest has the ABI's parameter names and types") {
  const auto manifest = Json::parse(read(bundled_folder() / "kernels.artifacts/manifest.json"));
  const auto modules = by_name(manifest.at("modules"), "name");
  for (const auto& row : abi_rows()) {
    INFO(row.name);
    const auto kernels = by_name(modules.at(row.module).at("kernels"), "symbol");
    REQUIRE(kernels.count(row.name) == 1);
    std::vector<std::string> parameters;
    for (const auto& parameter : kernels.at(row.name).at("parameters")) {
      auto type = parameter.at("type").get<std::string>();
      // The compiler prints "float *"; the table has "float*".
      if (const auto star = type.find(" *"); star != std::string::npos) type.erase(star, 1);
      parameters.push_back(type + " " + parameter.at("name").get<std::string>());
    }
    CHECK(parameters == row.parameters);
  }
}
