#include "CPlayheadSystemBus.h"

#include <dlfcn.h>
#include <stddef.h>

#define BUS_ROW(result, function, arguments) {#function, offsetof(struct bus_functions, function)},
static const struct {
  const char *name;
  size_t offset;
} rows[] = {BUS_FUNCTIONS(BUS_ROW)};

int bus_load(struct bus_functions *functions, const char **description) {
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < sizeof rows / sizeof *rows; i++) {
    void *address = dlsym(library, rows[i].name);
    if (!address) library = NULL;
    *(void **)((char *)functions + rows[i].offset) = address;
  }
  if (library) return 1;
  *description = dlerror();
  return 0;
}
