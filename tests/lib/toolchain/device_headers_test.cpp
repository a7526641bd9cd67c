#include "toolchain/device_headers.hpp"

#include "support/catch.hpp"
#include "support/embedded.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("device headers: only files below lib/cuda_compat are device headers") {
  CHECK(device_header_place("lib/cuda_compat/hip/hip_runtime.h") == "hip/hip_runtime.h");
  CHECK(device_header_place("lib/hipify/stubs/cuda.h").empty());
  CHECK(device_header_place("device/x.h").empty());
}

TEST_CASE("device headers: all are unpacked once byte for byte and no other file remains") {
  test::Folder cache;
  const auto folder = unpack_device_headers(cache.path());
  REQUIRE(folder);
  std::map<std::string, std::string> expected;
  for (const auto& file : embedded_files())
    if (const auto relative = device_header_place(file.path); !relative.empty())
      expected.emplace(std::string(relative), std::string(file.text));
  CHECK(expected.count("rocm_bindgen_compat/device.hpp") == 1);
  CHECK(test::differences(expected, test::tree(*folder)).empty());
  const auto before = test::tree(cache.path());
  CHECK(before.size() == expected.size());

  const auto written = std::filesystem::last_write_time(*folder);
  CHECK(*unpack_device_headers(cache.path()) == *folder);
  CHECK(std::filesystem::last_write_time(*folder) == written);
  CHECK(test::tree(cache.path()) == before);
}

TEST_CASE("device headers: an unusable cache is an output error") {
  test::Folder folder;
  const auto file = folder.write("file", "");
  const auto unpacked = unpack_device_headers(file);
  REQUIRE_FALSE(unpacked);
  CHECK(unpacked.error().code() == ExitCode::output);
}
