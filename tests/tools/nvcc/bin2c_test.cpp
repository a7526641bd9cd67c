// The toolkit's bin2c: files as C arrays.
#include <map>

#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;

namespace {

Finished bin2c(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), toolkit() / "bin/bin2c");
  return run(words, {folder.path(), {}});
}

/// Compiles a C source and returns what its program prints.
std::string printed_by(const Folder& folder, const std::string& source) {
  folder.write("main.c", source);
  const auto built = run({"cc", "-Wall", "-Werror", "main.c", "-o", "main"}, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return run({"./main"}, {folder.path(), {}}).out;
}

}  // namespace

TEST_CASE("bin2c: the array has the bytes of the file and those of --padd") {
  Folder folder;
  folder.write("text", "a \"quoted\"\ntext\\");
  const auto array = bin2c(folder, {"-c", "--padd", "0", "--type", "char", "--name", "text", "text"});
  INFO(array.err);
  REQUIRE(array.exit_code == 0);
  CHECK_THAT(array.out, Contains("\nconst unsigned char text[] = {"));
  CHECK(printed_by(folder, array.out + "#include <stdio.h>\nint main(void) {\n"
                                       "  printf(\"%d %s\", (int)sizeof text, (const char*)text);\n  return 0;\n}\n") ==
        "17 a \"quoted\"\ntext\\");
}

TEST_CASE("bin2c: elements of several bytes are little-endian and the last one is filled with zeros") {
  Folder folder;
  folder.write("bytes", "\x01\x02\x03\x04\x05");
  for (const auto& [type, expected] :
       std::map<std::string, std::string>{{"short", "201 403 5 "}, {"int", "4030201 5 "}, {"longlong", "504030201 "}}) {
    INFO(type);
    const auto array = bin2c(folder, {"-st", "--type=" + type, "bytes"});
    REQUIRE(array.exit_code == 0);
    CHECK(printed_by(folder, array.out + "#include <stdio.h>\nint main(void) {\n"
                                         "  for (unsigned i = 0; i < sizeof imageBytes / sizeof *imageBytes; ++i)\n"
                                         "    printf(\"%llx \", (unsigned long long)imageBytes[i]);\n"
                                         "  return 0;\n}\n") == expected);
  }
}

TEST_CASE("bin2c: errors name the option or the file") {
  Folder folder;
  folder.write("bytes", "a");
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"absent"}, "cannot open 'absent': No such file or directory"},
           {{}, "no file is named"},
           {{"bytes", "bytes"}, "name one file"},
           {{"--type", "float", "bytes"}, "'float' of --type is not one of"},
           {{"--padd", "1,256", "bytes"}, "'1,256' of --padd is not a list of bytes"},
           {{"--unknown", "1", "bytes"}, "unknown option '--unknown'"}}) {
    INFO(message);
    const auto finished = bin2c(folder, words);
    CHECK(finished.exit_code == 1);
    CHECK(finished.out.empty());
    CHECK_THAT(finished.err, Contains(message));
  }
}
