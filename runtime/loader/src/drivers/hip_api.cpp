#include "drivers/hip_api.hpp"

#include "drivers/symbol_table.hpp"

namespace rocm_bindgen::runtime::hip {

Functions find_functions(const SharedLibrary& library) {
  Functions functions;
  SymbolTable symbols(library);
#define ROCM_BINDGEN_FIND(need, function, parameters) symbols.need(functions.function, #function);
  ROCM_BINDGEN_HIP_FUNCTIONS(ROCM_BINDGEN_FIND)
#undef ROCM_BINDGEN_FIND
  symbols.required(functions.hipGetErrorName, "hipGetErrorName");
  symbols.required(functions.hipGetErrorString, "hipGetErrorString");
  if (functions.hipGetDevicePropertiesR0600 == nullptr && functions.hipGetDevicePropertiesR0000 == nullptr)
    symbols.required(functions.hipGetDeviceProperties, "hipGetDeviceProperties");
  symbols.check("HIP 5.0 or newer");
  return functions;
}

}  // namespace rocm_bindgen::runtime::hip
