// Twice a value, which a kernel computes.
#pragma once

int twice(int value);
