#pragma once

// All tests include Catch2 through this file, because its header has another name in Catch2 v3.
#include <catch2/catch.hpp>
