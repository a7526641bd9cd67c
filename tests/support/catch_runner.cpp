#include "support/catch_runner.hpp"

#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

namespace test {

int run_catch(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}

}  // namespace test
