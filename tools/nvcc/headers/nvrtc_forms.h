/* CUDA's form of a function of hipRTC, whose parameter for options accepts arrays of variable texts as well. Only these
 * arrays match the template. */
#pragma once
#ifdef __cplusplus
template <class Integer>
inline hiprtcResult hiprtcCompileProgram(hiprtcProgram program, Integer count, char** options) {
  return hiprtcCompileProgram(program, static_cast<int>(count), const_cast<const char**>(options));
}
#endif
