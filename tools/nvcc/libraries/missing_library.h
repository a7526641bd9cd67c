/* The functions of a library of AMD's that is not installed. Programs that call them can be built and started, and see
 * the library's own error code. CMake writes one source per library, with a FUNCTION or TEXT for each function that
 * hipify knows, and defines LIBRARY, PACKAGE and NOT_SUPPORTED. */
#include <stdatomic.h>
#include <stdio.h>

/* Writes one line when the first function is called. */
static int report(const char* function) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&said))
    fprintf(stderr,
            "rocm-bindgen: %s: " LIBRARY " is not installed, so all its functions fail; install ROCm's package " PACKAGE
            "\n",
            function);
  return NOT_SUPPORTED;
}

/* A caller may pass arguments to a C function without parameters in all ABIs of Linux on x86-64 and arm64, because the
 * caller removes them. */
#define FUNCTION(name) \
  int name(void) { return report(#name); }

/* A function that returns a text, and cannot fail. */
#define TEXT(name) \
  const char* name(void) { return LIBRARY " is not installed"; }
