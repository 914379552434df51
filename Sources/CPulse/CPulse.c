#include "CPulse.h"

#include <dlfcn.h>
#include <stddef.h>

struct function {
  const char *name;
  size_t offset;
};

#define PULSE_ROW(function) {#function, offsetof(struct pulse_functions, function)},
static const struct function functions[] = {PULSE_FUNCTIONS(PULSE_ROW)};

const struct pulse_functions *pulse_load(const char **description) {
  static struct pulse_functions found;
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++) {
    void *address = dlsym(library, functions[i].name);
    if (!address) {
      library = NULL;
      break;
    }
    *(void **)((char *)&found + functions[i].offset) = address;
  }
  if (library) return &found;
  *description = dlerror();
  return NULL;
}
