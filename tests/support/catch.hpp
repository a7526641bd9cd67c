#pragma once

// Only this file would change for Catch2 v3.
#include <catch2/catch.hpp>
