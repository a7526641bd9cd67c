/* A library that no program opens intentionally. When it is opened, it leaves a file next to itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void leave_a_mark(void) {
  static const char here = 0;
  Dl_info info;
  char path[4096];
  if (dladdr(&here, &info) == 0) return;
  snprintf(path, sizeof path, "%s.opened", info.dli_fname);
  const int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file >= 0) close(file);
}
