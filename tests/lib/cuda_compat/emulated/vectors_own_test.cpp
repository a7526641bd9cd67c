// Operators of a program's own types, with vectors as operands.
#include "rocm_bindgen_compat/vectors/vector_types.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("vectors convert to a program's own type and use its operators") {
  const auto in = probe::upload(std::vector<double3>{{3, 4, 5}, {7, 3, 9}});
  const auto out = probe::unwritten<double>(5);
  probe::run("vectors_own_conversions", probe::blocks(1, 1), in, out);
  // The scaled vector is (2 * 3, 2 + 4, 2 - 5). The negated one has its components reversed, so it starts with 5. The
  // comparison is of x with the other's y, and both are 3.
  CHECK(out.to_vector() == std::vector<double>{6, 6, -3, 5, 1});
}

TEST_CASE("vectors have no sum that would change a template's choice") {
  const auto in = probe::upload(std::vector<short2>{{30, 4}, {7, 3}});
  const auto out = probe::unwritten<short2>(1);
  probe::run("vectors_own_choices", probe::blocks(1, 1), in, out);
  const auto result = out.to_vector().front();
  // The fallback was chosen: 30 - 7 and 4 * 3.
  CHECK(result.x == 23);
  CHECK(result.y == 12);
}
