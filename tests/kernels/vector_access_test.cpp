// Vector accesses in the machine code: every kernel that processes neighbouring elements accesses global memory 16
// bytes at a time. Tested on the output of LLVM's disassembler.
#include <regex>

#include "kernels/bundled.hpp"
#include "kernels/disassembly.hpp"
#include "support/catch.hpp"

using namespace test;

namespace {

struct Accesses {
  int loads = 0;
  int stores = 0;
};

/// Counts how often each kernel of a code object loads and stores 16 bytes of global memory. Functions that kernels
/// call, which have mangled C++ names, only compute and are skipped.
std::map<std::string, Accesses> wide_accesses(const std::string& module, const std::string& target) {
  const bool is_gfx11 = target.rfind("gfx11", 0) == 0;
  const std::string load = is_gfx11 ? "global_load_b128" : "global_load_dwordx4";
  const std::string store = is_gfx11 ? "global_store_b128" : "global_store_dwordx4";
  std::map<std::string, Accesses> found;
  for (const auto& [name, instructions] : disassemble(bundled_object(module, target))) {
    if (name.rfind("_Z", 0) == 0) continue;
    auto& accesses = found[name];
    for (const auto& line : instructions) {
      if (line.find(load) != std::string::npos) ++accesses.loads;
      if (line.find(store) != std::string::npos) ++accesses.stores;
    }
  }
  return found;
}

int bytes_of(const std::string& type) {
  static const std::map<std::string, int> bytes{{"u8", 1},  {"f8_e4m3", 1}, {"f8e4m3", 1}, {"fp8_e4m3", 1},
                                                {"i16", 2}, {"bf16", 2},    {"f16", 2},    {"u32", 4},
                                                {"i32", 4}, {"f32", 4},     {"i64", 8},    {"f64", 8}};
  const auto found = bytes.find(type);
  return found == bytes.end() ? 0 : found->second;
}

/// Kernels of a module whose names match, and whether all of them load or store 16 bytes at a time. A kernel with types
/// of different widths accesses 16 bytes of the wider type at a time, and fewer bytes of the narrower one.
struct Family {
  const char* module;
  const char* names;
  bool loads;
  bool stores;
};
const Family kFamilies[] = {
    {"affine", ".*", true, true},
    {"unary", ".*", true, true},
    {"binary", "b.*", true, true},
    {"binary", "(eq|ne|lt|le|gt|ge)_.*", true, false},
    {"ternary", "where_u8_.*", true, true},
    {"ternary", "where_(u32|i64)_.*", true, false},
    {"fill", "(fill|const_set)_.*", false, true},
    {"fill", "copy2d_.*", true, true},
    {"reduce", "fast_.*", true, false},
    {"reduce", "(softmax|rmsnorm|layernorm|rope|rope_i|rope_thd)_.*", true, true},
    {"indexing", "is_.*", true, true},
    {"indexing", "gather_(u8_.*|u32_(i64|f64))", false, true},
    {"indexing", "gather_(i64_.*|u32_(?!i64|f64).*)", true, false},
    {"view_unary", ".*", true, true},
    {"view_binary", "view_b.*", true, true},
    {"view_binary", "view_(eq|ne|lt|le|gt|ge)_.*", true, false},
    {"view_move", "view_(copy|where_u8)_.*", true, true},
    {"view_move", "view_where_(u32|i64)_.*", true, false},
    {"view_move", "view_fill_.*", false, true},
    {"view_normalize", ".*", true, true},
    {"view_reduce", ".*_rows", true, false},
    {"view_reduce", "view_(?!arg).*_(f16|bf16|f32)_columns", true, false},
    {"view_rope", ".*", true, true},
    {"view_index", "view_select_.*", true, true},
    {"view_index", "view_gather_(u8_b8|u32_b8|u32_b16|u32_b32|i64_.*)", true, false},
    {"view_index", "view_gather_(u8_.*|u32_b32|u32_b64|i64_b64)", false, true},
    {"view_window", "view_upsample_repeat_.*", false, true},
    {"quantized", "(dequantize_block|get_rows)_.*", false, true},
    {"view_quantized", "view_(dequantize|get_rows)_.*", false, true},
    {"view_mat_vec", ".*", true, false},
    {"view_matmul", ".*", true, false},
};

}  // namespace

TEST_CASE("kernels: kernels that process neighbouring elements access 16 bytes at a time") {
  for (const std::string target : {"gfx1100", "gfx90a"}) {
    std::map<std::string, std::map<std::string, Accesses>> modules;
    for (const auto& family : kFamilies) {
      if (modules.count(family.module) == 0) modules[family.module] = wide_accesses(family.module, target);
      const std::regex names(family.names);
      int kernels = 0;
      for (const auto& [name, accesses] : modules[family.module]) {
        if (!std::regex_match(name, names)) continue;
        ++kernels;
        INFO(target << ", " << name << ": " << accesses.loads << " loads, " << accesses.stores << " stores");
        CHECK((accesses.loads > 0 || !family.loads));
        CHECK((accesses.stores > 0 || !family.stores));
      }
      INFO(family.module << ", " << family.names);
      CHECK(kernels > 0);
    }
  }
}

TEST_CASE("kernels: conversions access 16 bytes of the wider type at a time") {
  for (const std::string target : {"gfx1100", "gfx90a"})
    for (const std::string module : {"cast", "view_cast"}) {
      int kernels = 0;
      for (const auto& [name, accesses] : wide_accesses(module, target)) {
        const auto begin = name.find("cast_") + 5;
        // Names of types may contain underscores.
        for (auto middle = name.find('_', begin); middle != std::string::npos; middle = name.find('_', middle + 1)) {
          const int from = bytes_of(name.substr(begin, middle - begin)), to = bytes_of(name.substr(middle + 1));
          if (from == 0 || to == 0) continue;
          ++kernels;
          INFO(target << ", " << name << ": " << accesses.loads << " loads, " << accesses.stores << " stores");
          CHECK((accesses.loads > 0 || from < to));
          CHECK((accesses.stores > 0 || to < from));
        }
      }
      INFO(module);
      CHECK(kernels > 50);  // a lower bound, to notice names that this test does not understand
    }
}
