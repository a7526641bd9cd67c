#include "compile/external/external_command.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("external command: the driver's plan is parsed word by word") {
  const std::string printed =
      "Debian clang version 16.0.6 (15~deb12u1)\n"
      "Target: x86_64-pc-linux-gnu\n"
      "clang: warning: argument unused during compilation: '-fx' [-Wunused-command-line-argument]\n"
      " (in-process)\n"
      " \"/usr/lib/llvm-16/bin/clang\" \"-cc1\" \"-D\" \"A=\\\"b c\\\"\" \"a \\$ \\\\ b\nof two lines.cu\"\n"
      " \"/usr/bin/lld\" \"\" \"-o\" \"x\"\n";
  using Words = std::vector<std::string>;
  const std::vector<Words> commands{
      {"/usr/lib/llvm-16/bin/clang", "-cc1", "-D", "A=\"b c\"", "a $ \\ b\nof two lines.cu"},
      {"/usr/bin/lld", "", "-o", "x"}};
  CHECK(read_driver_plan(printed) == commands);
  CHECK(messages_of_driver_plan(printed) ==
        "clang: warning: argument unused during compilation: '-fx' [-Wunused-command-line-argument]\n");
}

TEST_CASE("external command: truncated text is parsed as far as possible") {
  const std::string printed = " \"clang\" \"-cc1\" \"a \\\" b\"\n";
  for (std::size_t length = 0; length < printed.size(); ++length) {
    INFO(length);
    CHECK(read_driver_plan(printed.substr(0, length)).size() <= 1);
    CHECK(messages_of_driver_plan(printed.substr(0, length)).empty());
  }
  CHECK(read_driver_plan(printed).front().size() == 3);
}
