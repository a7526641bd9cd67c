// Functions that the C library does not have in long double, implemented independently.
#pragma once

namespace probe {

long double sinpi(long double x);
long double cospi(long double x);
long double erfinv(long double x);
long double normcdf(long double x);

}  // namespace probe
