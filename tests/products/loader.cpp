#include "all_headers.hpp"

// Copies and destroys options of run-time compilation whose strings and lists are set. Nothing is compiled.
void use_loader() {
  rocm_bindgen::CompileOptions options;
  options.name = std::string(100, 'n');
  options.flags = {"-DONE", "-DTWO"};
  options.headers.push_back({"one.hpp", "int one;"});
  const auto copy = options;
  if (copy.headers.size() != 1) __builtin_trap();
}
