#include "codeobject/target_id.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::runtime;

TEST_CASE("runtime target ID: a device's name is parsed") {
  const auto id = parse_target_id("gfx90a:sramecc+:xnack-");
  REQUIRE(id);
  CHECK(id->kind == TargetId::Kind::amd);
  CHECK(id->processor == "gfx90a");
  CHECK(id->sramecc == Feature::on);
  CHECK(id->xnack == Feature::off);
  CHECK(id->named_features() == 2);
}

TEST_CASE("runtime target ID: omitted features match any setting and are in LLVM's order") {
  CHECK(parse_target_id("gfx1036")->named_features() == 0);
  CHECK(parse_target_id("gfx10-3-generic")->processor == "gfx10-3-generic");
  CHECK(parse_target_id("gfx90a:xnack+:sramecc-")->text() == "gfx90a:sramecc-:xnack+");
  CHECK(parse_target_id("gfx90a:xnack+:sramecc-") == parse_target_id("gfx90a:sramecc-:xnack+"));
  CHECK(parse_target_id("gfx90a:xnack+") != parse_target_id("gfx90a"));
}

TEST_CASE("runtime target ID: NVIDIA's targets are parsed") {
  const auto id = parse_target_id("sm_103f");
  REQUIRE(id);
  CHECK(id->kind == TargetId::Kind::nvidia);
  CHECK(id->capability_major == 10);
  CHECK(id->capability_minor == 3);
  CHECK(id->reach == TargetId::Reach::family);
  CHECK(id->text() == "sm_103f");
  CHECK(parse_target_id("sm_90a")->reach == TargetId::Reach::exact);
  CHECK(parse_target_id("sm_90")->reach == TargetId::Reach::major);
}

TEST_CASE("runtime target ID: invalid names are refused") {
  for (const char* text : {"",
                           ":",
                           "gfx",
                           "gfx:",
                           "gfxabc",
                           "GFX90A",
                           "fiji",
                           "gfx90a:",
                           "gfx90a:xnack",
                           "gfx90a:xnack+:",
                           "gfx90a::xnack+",
                           "gfx90a:xnack+:xnack-",
                           "gfx90a:+",
                           "gfx90a:wave+",
                           "gfx90a xnack",
                           "gfx906+sram-ecc",
                           "sm_",
                           "sm_9",
                           "sm_9a",
                           "sm_90b",
                           "sm_90aa",
                           "sm_a",
                           "sm_1000",
                           "sm_090",
                           "sm_90:xnack+",
                           "compute_90"}) {
    INFO(text);
    CHECK_FALSE(parse_target_id(text));
  }
}
