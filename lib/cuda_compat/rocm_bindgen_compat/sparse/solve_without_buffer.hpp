// cuSPARSE's function for the last step of a solve with several right-hand sides has no buffer argument. hipSPARSE's
// function has one, which version 3 and later ones ignore. The descriptors have template types, so that this overload
// does not depend on which of them a version of hipSPARSE declares as constant.
#pragma once

template <class Sparse, class Dense, class Result>
inline hipsparseStatus_t hipsparseSpSM_solve(hipsparseHandle_t handle, hipsparseOperation_t op_a,
                                             hipsparseOperation_t op_b, const void* alpha, Sparse a, Dense b, Result c,
                                             hipDataType compute, hipsparseSpSMAlg_t algorithm,
                                             hipsparseSpSMDescr_t solver) {
  return hipsparseSpSM_solve(handle, op_a, op_b, alpha, a, b, c, compute, algorithm, solver, nullptr);
}
