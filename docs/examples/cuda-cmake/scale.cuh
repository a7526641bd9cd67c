#pragma once

extern __constant__ float factor;

__device__ float scaled(float value);
