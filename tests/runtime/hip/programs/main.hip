// A program with one case per run: its argument names the case. program_test.cpp runs it.
#include <cstring>

#include "cases.hpp"
#include "check.hpp"

int main(int count, char** words) {
  const struct {
    const char* name;
    void (*run)();
  } cases[] = {{"launches", launches},       {"symbols", symbols},
               {"units", units},             {"copies", copies},
               {"fills", fills},             {"host_memory", host_memory},
               {"pointers", pointers},       {"pools", pools},
               {"stream_order", stream_order}, {"waiting_kernel", waiting_kernel},
               {"callbacks", callbacks},     {"events", events},
               {"capture", capture},         {"queries", queries},
               {"functions", functions},     {"wrong_arguments", wrong_arguments},
               {"kernel_fault", kernel_fault}, {"printing", printing},
               {"assertion", assertion},     {"trap", trap},
               {"clocks", clocks},           {"cooperative", cooperative}, {"forked", forked},
               {"broken_bounds", broken_bounds}, {"broken_free", broken_free},
               {"broken_race", broken_race},     {"broken_uninit", broken_uninit},
               {"broken_barrier", broken_barrier}};
  CHECK(count == 2);
  for (const auto& one : cases)
    if (std::strcmp(one.name, words[1]) == 0) {
      one.run();
      std::printf("%s: right\n", one.name);
      return 0;
    }
  std::printf("no case is called %s\n", words[1]);
  return 2;
}
