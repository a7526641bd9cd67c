#include "dispatch/options.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/environment.hpp"

using namespace rocm_bindgen::emulator;
using test::Environment;

TEST_CASE("options have defaults if variables are unset or empty", "[dispatch]") {
  const Environment checks("ROCM_BINDGEN_EMULATOR_CHECKS", ""), threads("ROCM_BINDGEN_EMULATOR_THREADS", "");
  const auto options = options_from_environment();
  CHECK(options.checks.bounds);
  CHECK_FALSE(options.checks.race);
  CHECK_FALSE(options.checks.uninit);
  CHECK(options.threads >= 1);
  CHECK(options.max_instructions > 1'000'000'000);  // so that long kernels can end
  CHECK(options.memory_bytes == std::uint64_t{16} << 30);
}

TEST_CASE("options are read from the environment", "[dispatch]") {
  const Environment checks("ROCM_BINDGEN_EMULATOR_CHECKS", "uninit,race"),
      threads("ROCM_BINDGEN_EMULATOR_THREADS", "3"), seed("ROCM_BINDGEN_EMULATOR_SEED", "18446744073709551615"),
      memory("ROCM_BINDGEN_EMULATOR_MEMORY", "0"), most("ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS", "17"),
      report("ROCM_BINDGEN_EMULATOR_REPORT", "r.json"), profile("ROCM_BINDGEN_EMULATOR_PROFILE", "p.json");
  const auto options = options_from_environment();
  CHECK_FALSE(options.checks.bounds);
  CHECK(options.checks.race);
  CHECK(options.checks.uninit);
  CHECK(options.threads == 3);
  CHECK(options.seed == ~std::uint64_t{0});
  CHECK(options.memory_bytes == 0);
  CHECK(options.max_instructions == 17);
  CHECK(options.report == "r.json");
  CHECK(options.profile == "p.json");
}

TEST_CASE("the checks can be set to none", "[dispatch]") {
  const Environment checks("ROCM_BINDGEN_EMULATOR_CHECKS", "none");
  CHECK_FALSE(options_from_environment().checks.bounds);
}

TEST_CASE("options that are not whole numbers are an error", "[dispatch]") {
  for (const auto* text : {"x", "1x", " 1", "-1", "+1", "0x10", "1.5", "18446744073709551616"}) {
    const Environment seed("ROCM_BINDGEN_EMULATOR_SEED", text);
    CHECK_THROWS_WITH(options_from_environment(), Catch::Contains(std::string("EMULATOR_SEED='") + text + "'"));
  }
}

TEST_CASE("the engine is the interpreter unless another one is selected", "[dispatch]") {
  const auto engine_of = [](const char* text) {
    const Environment engine("ROCM_BINDGEN_EMULATOR_ENGINE", text);
    return options_from_environment().engine;
  };
  CHECK(engine_of("") == Engine::interpreter);
  CHECK(engine_of("interpreter") == Engine::interpreter);
  CHECK(engine_of("native") == Engine::native);
  CHECK(engine_of("eager") == Engine::eager);
  CHECK(engine_of("both") == Engine::both);
  CHECK_THROWS_WITH(engine_of("fast"),
                    "ROCM_BINDGEN_EMULATOR_ENGINE='fast' is not one of interpreter, native, eager and both");
}
