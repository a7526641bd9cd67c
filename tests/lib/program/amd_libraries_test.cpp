#include "program/amd_libraries.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using rocm_bindgen::build::folders_of_missing_libraries;
using rocm_bindgen::build::with_amd_libraries;

TEST_CASE("AMD libraries: the link word of an installed library is its path, and other words are kept") {
  test::Folder rocm;
  rocm.write("lib/libhipblas.so", "");
  rocm.write("lib64/libhipfft.so", "");
  const std::vector<std::string> words{"-lcublas", "-lcublasLt", "-lcufft", "-lm", "-Lcublas", "cublas"};
  CHECK(with_amd_libraries(words, rocm.path()) == std::vector<std::string>{rocm / "lib/libhipblas.so", "-lcublasLt",
                                                                           rocm / "lib64/libhipfft.so", "-lm",
                                                                           "-Lcublas", "cublas"});
}

TEST_CASE("AMD libraries: a folder is used unless a folder of the search path has the library with the same number") {
  test::Folder folder;
  folder.write("missing/hipblas/libhipblas.so.1234", "");
  folder.write("missing/hipfft/libhipfft.so.1234", "");
  folder.write("installed/libhipfft.so.1234", "");
  folder.write("installed/libhipblas.so.1235", "");
  const auto blas = folder / "missing/hipblas", fft = folder / "missing/hipfft", installed = folder / "installed";
  using Folders = std::vector<std::filesystem::path>;
  CHECK(folders_of_missing_libraries(folder / "missing", "") == Folders{blas, fft});
  CHECK(folders_of_missing_libraries(folder / "missing", "/nowhere:" + installed.string()) == Folders{blas});
  CHECK(folders_of_missing_libraries(folder / "nowhere", "").empty());
}
