#include "emit/compress.hpp"
#include "emit/dependency_file.hpp"
#include "emit/header.hpp"
#include "emit/manifest.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("emit: byte literals are as short as possible and represent the bytes") {
  CHECK(byte_literal("") == "    \"\"");
  CHECK(byte_literal("abc") == "    \"abc\"");
  CHECK(byte_literal(std::string_view("\0", 1)) == "    \"\\0\"");
  // An octal escape needs three digits only before another octal digit, which 8 is not.
  CHECK(byte_literal(std::string_view("\0"
                                      "7",
                                      2)) == "    \"\\0007\"");
  CHECK(byte_literal(std::string_view("\0"
                                      "8",
                                      2)) == "    \"\\08\"");
  CHECK(byte_literal("\xff\"\\?\n") == "    \"\\377\\\"\\\\\\?\\12\"");
}

TEST_CASE("emit: zstd restores the data and invalid data is an error") {
  const std::string bytes(100'000, 'x');
  const auto frame = compress_zstd(bytes);
  CHECK(frame.size() < 100);
  CHECK(*decompress_zstd(frame, bytes.size()) == bytes);
  CHECK(*decompress_zstd(compress_zstd(""), 0) == "");
  CHECK_FALSE(decompress_zstd("garbage", bytes.size()));
  CHECK_FALSE(decompress_zstd(frame.substr(0, frame.size() - 1), bytes.size()));
  CHECK_FALSE(decompress_zstd(frame, bytes.size() - 1));
  // A frame that states 2^60 bytes: the magic number, a descriptor for eight bytes of size, and the size.
  CHECK_FALSE(decompress_zstd({"\x28\xb5\x2f\xfd\xe0\0\0\0\0\0\0\0\x10", 13}, bytes.size()));
}

TEST_CASE("emit: dependency files escape the characters that are special in make and ninja") {
  CHECK(emit_dependency_file({"out.hpp"}, {"a b.cu", "c#d$e:f.cu"}).value() ==
        "out.hpp: \\\n  a\\ b.cu \\\n  c\\#d$$e\\:f.cu\n");
  CHECK(emit_dependency_file({"x", "y"}, {}).value() == "x y:\n");
}

TEST_CASE("emit: a manifest's file list never leads out of its folder") {
  test::Folder folder;
  const auto manifest = folder.write(
      "manifest.json",
      R"({"generator": "rocm-bindgen 0.1.0", "files": ["hip/a.cu", "../x", "/etc/passwd", "a/../../x", 3, ""]})");
  CHECK(*files_of_manifest(manifest) == std::vector<std::string>{"hip/a.cu"});
  CHECK(files_of_manifest(folder / "absent")->empty());
  CHECK_FALSE(files_of_manifest(folder.write("foreign.json", R"({"generator": "another", "files": ["hip/a.cu"]})")));
  CHECK_FALSE(files_of_manifest(folder.write("text", "no JSON")));
  CHECK_FALSE(files_of_manifest(folder.write("bad.json", "{")));
}
