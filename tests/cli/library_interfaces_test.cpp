#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

const char* const kSource = R"(#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
__global__ void zero(float* x) { x[threadIdx.x] = 0; }
int main() {
  float *x = nullptr, *batch[1] = {nullptr}, norm;
  const float one = 1;
  int place;
  const cuComplex i = make_cuComplex(0, 1);
  cuComplex* z = nullptr;
  zero<<<1, 1>>>(x);

  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) return 1;
  cublasSetStream(blas, 0);
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &one, x, 1, x, 1, &one, x, 1);
  cublasCgemm(blas, CUBLAS_OP_N, CUBLAS_OP_C, 1, 1, 1, &i, z, 1, z, 1, &i, z, 1);
  cublasSgemmBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, (const float**)batch, 1, batch, 1, &one, batch, 1, 1);
  cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, CUDA_R_16F, 1, x, CUDA_R_16F, 1, &one, x, CUDA_R_32F, 1,
               CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, CUDA_R_16F, 1, x, CUDA_R_16F, 1, &one, x, CUDA_R_32F, 1,
               CUDA_R_32F, CUBLAS_GEMM_DFALT);
  cublasSnrm2_v2(blas, 1, x, 1, &norm);
  cublasScnrm2(blas, 1, z, 1, &norm);
  cublasIsamax(blas, 1, x, 1, &place);
  cublasStrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 1, 1, &one, x, 1, x, 1);
  cublasSgetrfBatched(blas, 1, batch, 1, &place, &place, 1);

  cufftHandle plan = 0;
  if (cufftPlan1d(&plan, 64, CUFFT_C2C, 1) != CUFFT_SUCCESS) return 1;
  cufftExecC2C(plan, z, (cufftComplex*)z, CUFFT_INVERSE);
  cufftExecR2C(plan, x, z);
  cufftDestroy(plan);

  cusparseHandle_t sparse = 0;
  cusparseSpMatDescr_t matrix = NULL;
  cusparseDnVecDescr_t vector = NULL;
  csrilu02Info_t info = NULL;
  cusparseMatDescr_t general = 0;
  size_t size;
  if (cusparseCreate(&sparse) != CUSPARSE_STATUS_SUCCESS) return 1;
  cusparseCreateCsr(&matrix, 4, 4, 9, &place, &place, x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                    CUDA_R_32F);
  cusparseCreateDnVec(&vector, 4, x, CUDA_R_32F);
  cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vector, &one, vector, CUDA_R_32F,
                          CUSPARSE_SPMV_ALG_DEFAULT, &size);
  cusparseScsrilu02(sparse, 4, 9, general, x, &place, &place, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, x);

  cusolverDnHandle_t solver;
  if (cusolverDnCreate(&solver) != CUSOLVER_STATUS_SUCCESS) return 1;
  cusolverDnSgetrf_bufferSize(solver, 1, 1, x, 1, &place);
  cusolverDnSgetrf(solver, 1, 1, x, 1, x, &place, &place);
  cusolverDnSpotrs(solver, CUBLAS_FILL_MODE_UPPER, 1, 1, x, 1, x, 1, &place);
  cusolverDnCheevd(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 1, z, 1, x, z, 1, &place);
  return cublasDestroy(blas);
}
)";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

TEST_CASE("libraries that are not installed: their callers compile, host and device") {
  const Folder folder;
  folder.write("a.cu", kSource);
  const auto hipified = rocm_bindgen({"hipify", "a.cu", "-o", "hip"}, {folder.path(), {}});
  INFO(hipified.err);
  REQUIRE(hipified.exit_code == 0);

  auto words = words_of(rocm_bindgen({"hipify", "--compile-flags"}, {folder.path(), {}}).out);
  words.insert(words.begin(), {"clang++-19", "-x", "hip", "--offload-arch=gfx1100"});
  words.insert(words.end(), {"-c", "hip/a.cu", "-o", "a.o"});
  const auto compiled = run(words, {folder.path(), {}});
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
  // They are called, not imitated: without the library nothing links.
  const auto symbols = run({"nm", "--undefined-only", "a.o"}, {folder.path(), {}});
  for (const auto* name :
       {"hipblasCgemm", "hipblasGemmEx", "hipblasScnrm2", "hipfftExecR2C", "hipsparseScsrilu02", "hipsolverDnCheevd"})
    CHECK(symbols.out.find(std::string(" U ") + name + "\n") != std::string::npos);
}
