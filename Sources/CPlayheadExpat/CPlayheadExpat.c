#include "CPlayheadExpat.h"

#include <dlfcn.h>
#include <stddef.h>

#define EXPAT_ROW(function) {#function, offsetof(struct expat_functions, function)},
static const struct {
  const char *name;
  size_t offset;
} rows[] = {EXPAT_FUNCTIONS(EXPAT_ROW)};

int expat_load(struct expat_functions *functions) {
  void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    void *address = dlsym(library, rows[i].name);
    if (!address) return 0;
    *(void **)((char *)functions + rows[i].offset) = address;
  }
  return 1;
}
