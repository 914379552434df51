#include "CPlayheadSound.h"

#include <dlfcn.h>
#include <stddef.h>

struct function {
  const char *name;
  size_t offset;
};

// Fills a structure of function pointers; returns NULL and a description if one is missing.
static void *load(
    const char *name, const struct function *functions, size_t count, void *found,
    const char **description) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < count; i++) {
    void *address = dlsym(library, functions[i].name);
    if (!address) library = NULL;
    *(void **)((char *)found + functions[i].offset) = address;
  }
  if (library) return found;
  *description = dlerror();
  return NULL;
}

#define COUNT(array) (sizeof array / sizeof *array)

#define PULSE_ROW(function) {#function, offsetof(struct pulse_functions, function)},
static const struct function pulse_rows[] = {PULSE_FUNCTIONS(PULSE_ROW)};

const struct pulse_functions *pulse_load(const char **description) {
  static struct pulse_functions found;
  return load("libpulse.so.0", pulse_rows, COUNT(pulse_rows), &found, description);
}

#define ALSA_ROW(function) {#function, offsetof(struct alsa_functions, function)},
static const struct function alsa_rows[] = {ALSA_FUNCTIONS(ALSA_ROW)};

const struct alsa_functions *alsa_load(const char **description) {
  static struct alsa_functions found;
  return load("libasound.so.2", alsa_rows, COUNT(alsa_rows), &found, description);
}

static void ignore_error(
    const char *file, int line, const char *function, int code, const char *format, va_list list) {
}

snd_local_error_handler_t alsa_hide_errors(const struct alsa_functions *functions) {
  return functions->snd_lib_error_set_local(ignore_error);
}
