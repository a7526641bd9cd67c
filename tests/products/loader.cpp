#include "all_headers.hpp"

// What is compiled at run time, without a compiler: options with everything in them.
void use_loader() {
  rocm_bindgen::CompileOptions options;
  options.name = std::string(100, 'n');
  options.flags = {"-DONE", "-DTWO"};
  options.headers.push_back({"one.hpp", "int one;"});
  const auto copy = options;
  if (copy.headers.size() != 1) __builtin_trap();
}
