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
               {"buffered_printing", buffered_printing}, {"full_print_buffer", full_print_buffer},
               {"assertion", assertion},     {"trap", trap},
               {"clocks", clocks},           {"cooperative", cooperative}, {"forked", forked},
               {"launch_forms", launch_forms},
               {"launch_after_fault", launch_after_fault},
               {"function_queries", function_queries},
               {"modules", modules},
               {"contexts", contexts},
               {"driver_copies", driver_copies},
               {"fills_in_streams", fills_in_streams},
               {"per_thread", per_thread},
               {"allocations", allocations},
               {"pointer_attributes", pointer_attributes},
               {"own_pools", own_pools},
               {"priorities", priorities},
               {"unit_masks", unit_masks},
               {"value_waits", value_waits},
               {"recording", recording},
               {"broken_captures", broken_captures}, {"null_stream_waits", null_stream_waits},
               {"asynchronous_forms", asynchronous_forms},
               {"replayed_operations", replayed_operations},
               {"graph_in_two_streams", graph_in_two_streams},
               {"unsafe_in_captures", unsafe_in_captures},
               {"value_wait_after_fault", value_wait_after_fault},
               {"value_in_freed_memory", value_in_freed_memory},
               {"devices", devices},
               {"miscellany", miscellany},
               {"broken_bounds", broken_bounds}, {"broken_free", broken_free},
               {"broken_race", broken_race},     {"broken_uninit", broken_uninit},
               {"broken_uninit_copy", broken_uninit_copy},
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
