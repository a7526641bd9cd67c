#pragma once

namespace test {

/// Runs those of the program's tests that the arguments select; without arguments, all. Returns the exit status.
int run_catch(int argc, char** argv);

}  // namespace test
