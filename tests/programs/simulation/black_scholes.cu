// Prices of European options by the Black-Scholes formula, in float and double, and put-call parity.
#include "../program.cuh"

template <typename T>
__host__ __device__ T normal_distribution(T x) {
  return T(0.5) * T(erfc(-x * T(0.70710678118654752440)));  // 1 / sqrt(2)
}

template <typename T>
__host__ __device__ void price(T spot, T strike, T years, T rate, T volatility, T* call, T* put) {
  const T deviation = volatility * sqrt(years);
  const T d1 = (log(spot / strike) + (rate + T(0.5) * volatility * volatility) * years) / deviation;
  const T d2 = d1 - deviation;
  const T discounted = strike * exp(-rate * years);
  *call = spot * normal_distribution(d1) - discounted * normal_distribution(d2);
  *put = discounted * normal_distribution(-d2) - spot * normal_distribution(-d1);
}

template <typename T>
__global__ void price_all(const T* spots, const T* strikes, const T* years, T* calls, T* puts, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    price(spots[i], strikes[i], years[i], /*rate=*/T(0.03), /*volatility=*/T(0.25), &calls[i], &puts[i]);
}

template <typename T>
void run(double tolerance) {
  const int count = 4000;
  Numbers numbers(/*seed=*/40);
  std::vector<T> spots(count), strikes(count), years(count), calls(count), puts(count);
  for (int i = 0; i < count; ++i) {
    spots[i] = T(numbers.between(10, 40));
    strikes[i] = T(numbers.between(10, 40));
    years[i] = T(numbers.between(0.25f, 5));
    price(spots[i], strikes[i], years[i], /*rate=*/T(0.03), /*volatility=*/T(0.25), &calls[i], &puts[i]);
  }
  DeviceArray<T> device_spots(spots), device_strikes(strikes), device_years(years), device_calls(count),
      device_puts(count);
  price_all<<<8, 128>>>(device_spots.get(), device_strikes.get(), device_years.get(), device_calls.get(),
                        device_puts.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<T> result = device_calls.host(), other = device_puts.host();
  expect(all_near(result, calls, tolerance), "prices of calls");
  expect(all_near(other, puts, tolerance), "prices of puts");
  bool parity = true;
  for (int i = 0; i < count; ++i)
    parity = parity && near(result[i] - other[i], spots[i] - strikes[i] * std::exp(-0.03 * years[i]), 10 * tolerance);
  expect(parity, "a call less a put is the spot less the discounted strike");
}

int main() {
  run<float>(2e-5);
  run<double>(1e-12);
  std::printf("prices in float and double\n");
  return verdict();
}
