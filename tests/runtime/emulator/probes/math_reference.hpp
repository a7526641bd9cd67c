// Functions that the C library has not in long double, by ways of their own.
#pragma once

namespace probe {

long double sinpi(long double x);
long double cospi(long double x);
long double erfinv(long double x);
long double normcdf(long double x);

}  // namespace probe
