// cuda::std consists of std's names, as far as std suffices: HIP's compiler accepts std's constexpr functions in device
// code. Names that C++17 lacks, or that std has only for the host, are defined in cuda::std by the other headers of
// this folder and hide std's.
#pragma once

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
