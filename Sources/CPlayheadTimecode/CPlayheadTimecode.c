#include "CPlayheadTimecode.h"

#include <dlfcn.h>
#include <stddef.h>

#define LTC_ROW(result, function, arguments) {#function, offsetof(struct ltc_functions, function)},
static const struct {
  const char *name;
  size_t offset;
} rows[] = {LTC_FUNCTIONS(LTC_ROW)};

const struct ltc_functions *ltc_load(const char **description) {
  static struct ltc_functions found;
  void *library = dlopen("libltc.so.11", RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < sizeof rows / sizeof *rows; i++) {
    void *address = dlsym(library, rows[i].name);
    if (!address) library = NULL;
    *(void **)((char *)&found + rows[i].offset) = address;
  }
  if (library) return &found;
  *description = dlerror();
  return NULL;
}
