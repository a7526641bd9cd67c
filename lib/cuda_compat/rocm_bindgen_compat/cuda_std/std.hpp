// cuda::std, as far as it is std: what is constexpr there is for the device, too. Names that C++17 has not, or only for
// the host, are defined beside it and come first.
#pragma once

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
