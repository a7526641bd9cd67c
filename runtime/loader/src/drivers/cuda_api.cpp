#include "drivers/cuda_api.hpp"

#include "drivers/symbol_table.hpp"

namespace rocm_bindgen::runtime::cuda {

Functions find_functions(const SharedLibrary& library) {
  Functions functions;
  SymbolTable symbols(library);
#define ROCM_BINDGEN_FIND(need, member, symbol, parameters) symbols.need(functions.member, symbol);
  ROCM_BINDGEN_CUDA_FUNCTIONS(ROCM_BINDGEN_FIND)
#undef ROCM_BINDGEN_FIND
  symbols.check("a driver for CUDA 11.0 or newer");
  return functions;
}

}  // namespace rocm_bindgen::runtime::cuda
