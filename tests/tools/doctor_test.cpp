#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("doctor: on a machine that can build, every part is found and the exit code is 0") {
  const auto finished = rocm_bindgen({"doctor"});
  INFO(finished.out);
  CHECK(finished.exit_code == 0);
  for (const std::string part : {"clang headers", "HIP headers", "device libraries", "cache"})
    CHECK_THAT(finished.out, Catch::Contains("  ok       " + part));
  CHECK_THAT(finished.out, !Catch::Contains("MISSING"));
}

TEST_CASE("doctor: a missing part is named with a command to type and the exit code is 3") {
  Folder empty;
  const auto headers = rocm_bindgen({"doctor", "--rocm-path", empty.path().string()});
  CHECK(headers.exit_code == 3);
  CHECK_THAT(headers.out, Catch::Contains("MISSING  HIP headers") && Catch::Contains("no HIP headers found") &&
                              Catch::Contains("apt-get install libamdhip64-dev"));
  const auto libraries = rocm_bindgen({"doctor", "--rocm-device-lib-path", empty.path().string()});
  CHECK(libraries.exit_code == 3);
  CHECK_THAT(libraries.out,
             Catch::Contains("MISSING  device libraries") && Catch::Contains("apt-get install rocm-device-libs"));
  const auto variable = rocm_bindgen({"doctor"}, {{}, {{"ROCM_PATH", empty.path().string()}}});
  CHECK(variable.exit_code == 3);
}

TEST_CASE("doctor: --json prints where the parts are, and null for what is missing") {
  const auto finished = rocm_bindgen({"doctor", "--json"});
  CHECK(finished.exit_code == 0);
  const auto parts = nlohmann::json::parse(finished.out);
  CHECK(parts["tool"] == std::filesystem::canonical(tool()).string());
  CHECK(parts["programs"].at(0) == parts["tool"]);
  for (const auto& program : parts["programs"]) CHECK(std::filesystem::exists(program.get<std::string>()));
  const std::filesystem::path resources = parts["clang_resources"].get<std::string>();
  CHECK(std::filesystem::exists(resources / "include/stddef.h"));
  CHECK(std::filesystem::exists(parts["hip_root"].get<std::string>() + "/include/hip/hip_runtime.h"));
  CHECK(std::filesystem::exists(parts["device_libraries"].get<std::string>() + "/ocml.bc"));
  for (const auto& library : parts["compiler_libraries"]) CHECK(std::filesystem::exists(library.get<std::string>()));

  const Folder empty;
  const auto missing = rocm_bindgen({"doctor", "--json", "--rocm-path", empty.path().string()});
  CHECK(missing.exit_code == 3);
  CHECK(nlohmann::json::parse(missing.out)["hip_root"].is_null());
}

TEST_CASE("doctor: one command of the distribution installs all missing parts") {
  Folder folder;
  const auto advice = [&](const std::string& os_release) {
    const auto file = folder.write("os-release", os_release).string();
    const auto empty = folder.path().string();
    const auto finished = rocm_bindgen({"doctor", "--rocm-path", empty, "--rocm-device-lib-path", empty},
                                       {{}, {{"ROCM_BINDGEN_OS_RELEASE", file}}});
    CHECK(finished.exit_code == 3);
    const std::string head = "\nTo install the missing parts: ";
    const auto start = finished.out.find(head);
    REQUIRE(start != std::string::npos);
    return finished.out.substr(start + head.size());
  };
  CHECK(advice("ID=debian\nVERSION_ID=\"12\"\n") == "sudo apt-get install libamdhip64-dev rocm-device-libs\n");
  CHECK(advice("ID=debian\nVERSION_ID=\"13\"\n") == "sudo apt-get install libamdhip64-dev rocm-device-libs-17\n");
  CHECK(advice("ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n") ==
        "sudo apt-get install libamdhip64-dev rocm-device-libs-17\n");
  CHECK(advice("ID=fedora\nVERSION_ID=42\n") == "sudo dnf install rocm-hip-devel rocm-device-libs\n");
  CHECK(advice("ID=arch\n") == "sudo pacman -S hip-runtime-amd rocm-device-libs\n");
  CHECK(advice("ID=manjaro\nID_LIKE=arch\n") == "sudo pacman -S hip-runtime-amd rocm-device-libs\n");
  CHECK(advice("ID=plan9\n") == "install HIP's headers (hip/hip_runtime.h) and ROCm's device libraries (ocml.bc)\n");
}
