// NCCL: RCCL has NCCL's names.
// RUN: --rocm-path HIP-7.0
#include <nccl.h>          // HIP: #include <rccl/rccl.h>
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

ncclResult_t sum(ncclComm_t* communicators, float* data, std::size_t count, cudaStream_t stream) {
// HIP: ncclResult_t sum(ncclComm_t* communicators, float* data, std::size_t count, hipStream_t stream) {
  ncclUniqueId id;                                                                 // SAME
  ncclGetUniqueId(&id);                                                            // SAME
  ncclCommInitRank(communicators, 1, id, 0);                                       // SAME
  ncclCommInitAll(communicators, 1, nullptr);                                      // SAME
  ncclGroupStart();                                                                // SAME
  ncclAllReduce(data, data, count, ncclFloat, ncclSum, communicators[0], stream);  // SAME
  ncclBroadcast(data, data, count, ncclHalf, 0, communicators[0], stream);         // SAME
  ncclGroupEnd();                                                                  // SAME
  if (ncclCommDestroy(communicators[0]) != ncclSuccess) return ncclSystemError;    // SAME
  return ncclSuccess;
}
