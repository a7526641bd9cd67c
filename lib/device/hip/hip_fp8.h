#pragma once

#include "rocm_bindgen/fp8.hpp"
