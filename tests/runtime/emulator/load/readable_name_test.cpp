#include "load/readable_name.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("readable names are demangled", "[load]") {
  CHECK(readable_name("_Z5scalePff") == "scale(float*, float)");
  CHECK(readable_name("_ZN2ns3addI3vecS1_EEvT_T0_") == "void ns::add<vec, vec>(vec, vec)");
  CHECK(readable_name("plain") == "plain");
  CHECK(readable_name("") == "");
}

TEST_CASE("names that would exhaust the demangler are returned unchanged", "[load]") {
  // A pointer to a pointer to a pointer and so on: the demangler's recursion would be 2^20 deep.
  const auto deep = "_Z1f" + std::string(1 << 20, 'P') + "i";
  CHECK(readable_name(deep) == deep);
  // Each parameter contains the previous one twice, so the demangled name would have 2^60 letters.
  std::string doubled = "_Z1f1AIiiE";
  for (int i = 0; i < 60; ++i) {
    const auto before =
        i == 0 ? std::string("S_") : "S" + std::string(1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(i - 1) % 36]) + "_";
    doubled += "1AI" + before + before + "E";
  }
  CHECK(readable_name(doubled) == doubled);
  // Names of more than 1024 letters are not demangled.
  CHECK(readable_name(std::string(2000, 'x')) == std::string(2000, 'x'));
}
