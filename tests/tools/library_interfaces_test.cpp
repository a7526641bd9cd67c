#include <iterator>
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

// The values in translated programs are those of the libraries (ROCm 6 and 7). hipBLAS uses the values of CBLAS.
const char* const kValues = R"(#include <cublas_v2.h>
#include <cufftXt.h>
#include <cusolverDn.h>
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusparse.h>
static_assert(CUBLAS_OP_N == 111 && CUBLAS_OP_T == 112 && CUBLAS_OP_C == 113, "");
static_assert(CUBLAS_FILL_MODE_UPPER == 121 && CUBLAS_FILL_MODE_LOWER == 122 && CUBLAS_FILL_MODE_FULL == 123, "");
static_assert(CUBLAS_DIAG_NON_UNIT == 131 && CUBLAS_DIAG_UNIT == 132 && CUBLAS_SIDE_LEFT == 141 && CUBLAS_SIDE_RIGHT == 142, "");
static_assert(CUBLAS_COMPUTE_16F == 0 && CUBLAS_COMPUTE_32F == 2 && CUBLAS_COMPUTE_64F == 7 && CUBLAS_COMPUTE_32I == 9, "");
static_assert(CUBLAS_GEMM_DEFAULT == 160 && CUBLAS_STATUS_NOT_SUPPORTED == 7 && CUBLAS_STATUS_ARCH_MISMATCH == 8, "");
static_assert(CUFFT_C2C == 41 && CUFFT_R2C == 42 && CUFFT_C2R == 44 && CUFFT_Z2Z == 105 && CUFFT_D2Z == 106 && CUFFT_Z2D == 108, "");
static_assert(CUFFT_CB_ST_COMPLEX == 4 && CUFFT_XT_FORMAT_INPLACE == 2 && sizeof(cudaXtDesc) == 1296, "");
static_assert(CUSPARSE_ORDER_COL == 1 && CUSPARSE_ORDER_ROW == 2 && CUSPARSE_INDEX_32I == 2 && CUSPARSE_INDEX_64I == 3, "");
static_assert(CUSPARSE_SPMV_ALG_DEFAULT == 0 && CUSPARSE_SPMV_COO_ALG1 == 1 && CUSPARSE_SPMV_CSR_ALG1 == 2, "");
static_assert(CUSPARSE_SPMV_CSR_ALG2 == 3 && CUSPARSE_SPMV_COO_ALG2 == 4, "");
static_assert(CUSPARSE_SPMM_CSR_ALG1 == 4 && CUSPARSE_SPMM_COO_ALG4 == 5 && CUSPARSE_SPMM_CSR_ALG2 == 6, "");
static_assert(CUSPARSE_SPMM_CSR_ALG3 == 12 && CUSPARSE_SPMM_BLOCKED_ELL_ALG1 == 13, "");
static_assert(CUSPARSE_SPGEMM_ALG1 == 3 && CUSPARSE_SPGEMM_ALG3 == 5 && CUSPARSE_CSR2CSC_ALG1 == 1, "");
static_assert(CUSOLVER_EIG_MODE_VECTOR == 202 && CUSOLVER_EIG_TYPE_1 == 211 && CUSOLVER_EIG_RANGE_ALL == 221, "");
static_assert(CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 == 1 && CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U == 3, "");

int main() {
  float *x = nullptr, one = 1;
  int* i = nullptr;
  const auto same = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpSM_solve(nullptr, same, same, &one, cusparseSpMatDescr_t(), cusparseDnMatDescr_t(), cusparseDnMatDescr_t(),
                     CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, cusparseSpSMDescr_t());
  cusparseSbsrmv(nullptr, CUSPARSE_DIRECTION_ROW, same, 1, 1, 1, &one, nullptr, x, i, i, 2, x, &one, x);
  cusolverDnSsygvd_bufferSize(nullptr, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 1, x, 1, x, 1, x, i);
  cusolverSpScsrlsvchol(nullptr, 1, 1, nullptr, x, i, i, x, 1e-6f, 0, x, i);
  cusolverRfSetResetValuesFastMode(nullptr, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON);
  cufftXtExecDescriptorC2C(cufftHandle(), nullptr, nullptr, CUFFT_FORWARD);
}
)";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Translates and compiles a program of the folder for host and device.
Finished compile(const Folder& folder, const std::string& name) {
  const auto hipified = rocm_bindgen({"hipify", name + ".cu", "-o", "hip"}, {folder.path(), {}});
  INFO(hipified.err);
  REQUIRE(hipified.exit_code == 0);

  auto words = words_of(rocm_bindgen({"hipify", "--compile-flags"}, {folder.path(), {}}).out);
  words.insert(words.begin(), {"clang++-19", "-x", "hip", "--offload-arch=gfx1100"});
  words.insert(words.end(), {"-c", "hip/" + name + ".cu", "-o", name + ".o"});
  return run(words, {folder.path(), {}});
}

}  // namespace

TEST_CASE("libraries that are not installed: their callers compile for host and device") {
  const Folder folder;
  folder.write("a.cu", kSource);
  const auto compiled = compile(folder, "a");
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
  // The functions are only declared: without the library the program does not link.
  const auto symbols = run({"nm", "--undefined-only", "a.o"}, {folder.path(), {}});
  for (const auto* name :
       {"hipblasCgemm", "hipblasGemmEx", "hipblasScnrm2", "hipfftExecR2C", "hipsparseScsrilu02", "hipsolverDnCheevd"})
    CHECK(symbols.out.find(std::string(" U ") + name + "\n") != std::string::npos);
}

TEST_CASE("libraries that are not installed: enumerators have the libraries' values") {
  const Folder folder;
  folder.write("values.cu", kValues);
  const auto compiled = compile(folder, "values");
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
}
