// A source in capitals, whose namespace and constant would have one name.
// -> CAPITALS(float* CAPITALS)
extern "C" __global__ void CAPITALS(float* CAPITALS) {}
// -> capitals(float* a)
extern "C" __global__ void capitals(float* a) {}
