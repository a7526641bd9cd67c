#pragma once

namespace test {

/// Runs the tests of the program that the arguments select. Returns the exit status.
int run_catch(int argc, char** argv);

}  // namespace test
