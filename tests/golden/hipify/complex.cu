// Complex numbers.
// COMPILES
#include "cuComplex.h"  // HIP: #include "hip/hip_complex.h"

namespace complex_numbers {

__host__ __device__ cuFloatComplex singles(cuComplex a, cuFloatComplex b) {
// HIP: __host__ __device__ hipFloatComplex singles(hipComplex a, hipFloatComplex b) {
  cuComplex c = make_cuComplex(1.0f, 2.0f);  // HIP: hipComplex c = make_hipComplex(1.0f, 2.0f);
  c = cuCaddf(c, make_cuFloatComplex(cuCrealf(a), cuCimagf(b)));
  // HIP: c = hipCaddf(c, make_hipFloatComplex(hipCrealf(a), hipCimagf(b)));
  c = cuCsubf(c, cuCmulf(a, b));             // HIP: c = hipCsubf(c, hipCmulf(a, b));
  c = cuCdivf(c, cuConjf(b));                // HIP: c = hipCdivf(c, hipConjf(b));
  c.x += cuCabsf(c);                         // HIP: c.x += hipCabsf(c);
  c = cuCfmaf(a, b, c);                      // HIP: c = hipCfmaf(a, b, c);
  return c;
}

__host__ __device__ cuDoubleComplex doubles(cuDoubleComplex a, cuDoubleComplex b) {
// HIP: __host__ __device__ hipDoubleComplex doubles(hipDoubleComplex a, hipDoubleComplex b) {
  cuDoubleComplex c = make_cuDoubleComplex(cuCreal(a), cuCimag(b));
  // HIP: hipDoubleComplex c = make_hipDoubleComplex(hipCreal(a), hipCimag(b));
  c = cuCadd(c, cuCsub(a, b));          // HIP: c = hipCadd(c, hipCsub(a, b));
  c = cuCmul(c, cuCdiv(a, cuConj(b)));  // HIP: c = hipCmul(c, hipCdiv(a, hipConj(b)));
  c.y += cuCabs(c);                     // HIP: c.y += hipCabs(c);
  c = cuCfma(a, b, c);                  // HIP: c = hipCfma(a, b, c);
  return cuComplexFloatToDouble(cuComplexDoubleToFloat(c));
  // HIP: return hipComplexFloatToDouble(hipComplexDoubleToFloat(c));
}

}  // namespace complex_numbers
