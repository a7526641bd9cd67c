// Further declarations of hipSPARSE's functions with descriptors, in addition to those in generic.hpp: descriptors of
// const data, queries and changes of a descriptor, a rotation, and products and solvers that take several steps.
//
// The parameters, whose names are omitted, are those of the cuSPARSE functions whose names differ only in the prefix
// (cusparse). `const` before a descriptor is as in hipSPARSE's headers; it has no effect on callers.
#pragma once

#include "rocm_bindgen_compat/sparse/generic.hpp"

#ifdef __cplusplus
extern "C" {
#endif
hipsparseStatus_t hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t*, int64_t, int64_t, const void*, const void*,
                                            hipsparseIndexType_t, hipsparseIndexBase_t, hipDataType);
hipsparseStatus_t hipsparseSpVecGet(const hipsparseSpVecDescr_t, int64_t*, int64_t*, void**, void**,
                                    hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseConstSpVecGet(hipsparseConstSpVecDescr_t, int64_t*, int64_t*, const void**, const void**,
                                         hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseSpVecGetIndexBase(const hipsparseConstSpVecDescr_t, hipsparseIndexBase_t*);
hipsparseStatus_t hipsparseSpVecGetValues(const hipsparseSpVecDescr_t, void**);
hipsparseStatus_t hipsparseConstSpVecGetValues(hipsparseConstSpVecDescr_t, const void**);
hipsparseStatus_t hipsparseSpVecSetValues(hipsparseSpVecDescr_t, void*);
hipsparseStatus_t hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t*, int64_t, int64_t, int64_t, const void*,
                                          const void*, const void*, hipsparseIndexType_t, hipsparseIndexBase_t,
                                          hipDataType);
hipsparseStatus_t hipsparseCreateCooAoS(hipsparseSpMatDescr_t*, int64_t, int64_t, int64_t, void*, void*,
                                        hipsparseIndexType_t, hipsparseIndexBase_t, hipDataType);
hipsparseStatus_t hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t*, int64_t, int64_t, int64_t, const void*,
                                          const void*, const void*, hipsparseIndexType_t, hipsparseIndexType_t,
                                          hipsparseIndexBase_t, hipDataType);
hipsparseStatus_t hipsparseCreateConstCsc(hipsparseConstSpMatDescr_t*, int64_t, int64_t, int64_t, const void*,
                                          const void*, const void*, hipsparseIndexType_t, hipsparseIndexType_t,
                                          hipsparseIndexBase_t, hipDataType);
hipsparseStatus_t hipsparseCreateConstBlockedEll(hipsparseConstSpMatDescr_t*, int64_t, int64_t, int64_t, int64_t,
                                                 const void*, const void*, hipsparseIndexType_t, hipsparseIndexBase_t,
                                                 hipDataType);
hipsparseStatus_t hipsparseCooGet(const hipsparseSpMatDescr_t, int64_t*, int64_t*, int64_t*, void**, void**, void**,
                                  hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseConstCooGet(hipsparseConstSpMatDescr_t, int64_t*, int64_t*, int64_t*, const void**,
                                       const void**, const void**, hipsparseIndexType_t*, hipsparseIndexBase_t*,
                                       hipDataType*);
hipsparseStatus_t hipsparseCooAoSGet(const hipsparseSpMatDescr_t, int64_t*, int64_t*, int64_t*, void**, void**,
                                     hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseCsrGet(const hipsparseSpMatDescr_t, int64_t*, int64_t*, int64_t*, void**, void**, void**,
                                  hipsparseIndexType_t*, hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseConstCsrGet(hipsparseConstSpMatDescr_t, int64_t*, int64_t*, int64_t*, const void**,
                                       const void**, const void**, hipsparseIndexType_t*, hipsparseIndexType_t*,
                                       hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseCscGet(const hipsparseSpMatDescr_t, int64_t*, int64_t*, int64_t*, void**, void**, void**,
                                  hipsparseIndexType_t*, hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseConstCscGet(hipsparseConstSpMatDescr_t, int64_t*, int64_t*, int64_t*, const void**,
                                       const void**, const void**, hipsparseIndexType_t*, hipsparseIndexType_t*,
                                       hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseBlockedEllGet(const hipsparseSpMatDescr_t, int64_t*, int64_t*, int64_t*, int64_t*, void**,
                                         void**, hipsparseIndexType_t*, hipsparseIndexBase_t*, hipDataType*);
hipsparseStatus_t hipsparseConstBlockedEllGet(hipsparseConstSpMatDescr_t, int64_t*, int64_t*, int64_t*, int64_t*,
                                              const void**, const void**, hipsparseIndexType_t*, hipsparseIndexBase_t*,
                                              hipDataType*);
hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t, void*, void*, void*);
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t, void*, void*, void*);
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t, hipsparseFormat_t*);
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t, hipsparseIndexBase_t*);
hipsparseStatus_t hipsparseConstSpMatGetValues(hipsparseConstSpMatDescr_t, const void**);
hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t, int*);
hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t, int);
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t, int, int64_t);
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t, int, int64_t, int64_t);
hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t, hipsparseSpMatAttribute_t, void*, size_t);
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t*, int64_t, const void*, hipDataType);
hipsparseStatus_t hipsparseDnVecGet(const hipsparseDnVecDescr_t, int64_t*, void**, hipDataType*);
hipsparseStatus_t hipsparseConstDnVecGet(hipsparseConstDnVecDescr_t, int64_t*, const void**, hipDataType*);
hipsparseStatus_t hipsparseConstDnVecGetValues(hipsparseConstDnVecDescr_t, const void**);
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t*, int64_t, int64_t, int64_t, const void*,
                                            hipDataType, hipsparseOrder_t);
hipsparseStatus_t hipsparseDnMatGet(const hipsparseDnMatDescr_t, int64_t*, int64_t*, int64_t*, void**, hipDataType*,
                                    hipsparseOrder_t*);
hipsparseStatus_t hipsparseConstDnMatGet(hipsparseConstDnMatDescr_t, int64_t*, int64_t*, int64_t*, const void**,
                                         hipDataType*, hipsparseOrder_t*);
hipsparseStatus_t hipsparseDnMatGetValues(const hipsparseDnMatDescr_t, void**);
hipsparseStatus_t hipsparseConstDnMatGetValues(hipsparseConstDnMatDescr_t, const void**);
hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t, int*, int64_t*);
hipsparseStatus_t hipsparseRot(hipsparseHandle_t, const void*, const void*, hipsparseSpVecDescr_t,
                               hipsparseDnVecDescr_t);
hipsparseStatus_t hipsparseSpMV_preprocess(hipsparseHandle_t, hipsparseOperation_t, const void*,
                                           hipsparseConstSpMatDescr_t, hipsparseConstDnVecDescr_t, const void*,
                                           const hipsparseDnVecDescr_t, hipDataType, hipsparseSpMVAlg_t, void*);
hipsparseStatus_t hipsparseSpMM_preprocess(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void*,
                                           hipsparseConstSpMatDescr_t, hipsparseConstDnMatDescr_t, const void*,
                                           const hipsparseDnMatDescr_t, hipDataType, hipsparseSpMMAlg_t, void*);
hipsparseStatus_t hipsparseSpGEMMreuse_workEstimation(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t,
                                                      hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                                      hipsparseSpMatDescr_t, hipsparseSpGEMMAlg_t,
                                                      hipsparseSpGEMMDescr_t, size_t*, void*);
hipsparseStatus_t hipsparseSpGEMMreuse_nnz(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t,
                                           hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                           hipsparseSpMatDescr_t, hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t, size_t*,
                                           void*, size_t*, void*, size_t*, void*);
hipsparseStatus_t hipsparseSpGEMMreuse_copy(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t,
                                            hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                            hipsparseSpMatDescr_t, hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t,
                                            size_t*, void*);
hipsparseStatus_t hipsparseSpGEMMreuse_compute(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t,
                                               const void*, hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                               const void*, hipsparseSpMatDescr_t, hipDataType, hipsparseSpGEMMAlg_t,
                                               hipsparseSpGEMMDescr_t);
hipsparseStatus_t hipsparseSDDMM_preprocess(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void*,
                                            hipsparseConstDnMatDescr_t, hipsparseConstDnMatDescr_t, const void*,
                                            hipsparseSpMatDescr_t, hipDataType, hipsparseSDDMMAlg_t, void*);
hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t*);
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t);
hipsparseStatus_t hipsparseSpSM_bufferSize(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void*,
                                           hipsparseConstSpMatDescr_t, hipsparseConstDnMatDescr_t,
                                           const hipsparseDnMatDescr_t, hipDataType, hipsparseSpSMAlg_t,
                                           hipsparseSpSMDescr_t, size_t*);
hipsparseStatus_t hipsparseSpSM_analysis(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void*,
                                         hipsparseConstSpMatDescr_t, hipsparseConstDnMatDescr_t,
                                         const hipsparseDnMatDescr_t, hipDataType, hipsparseSpSMAlg_t,
                                         hipsparseSpSMDescr_t, void*);
hipsparseStatus_t hipsparseSpSM_solve(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void*,
                                      hipsparseConstSpMatDescr_t, hipsparseConstDnMatDescr_t,
                                      const hipsparseDnMatDescr_t, hipDataType, hipsparseSpSMAlg_t,
                                      hipsparseSpSMDescr_t, void*);
#ifdef __cplusplus
}
#endif
