#pragma once

// The one file that would change for Catch2 v3.
#include <catch2/catch.hpp>
