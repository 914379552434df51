#ifndef SIMPLE_FUNCTIONS_H
#define SIMPLE_FUNCTIONS_H

#include <pulse/simple.h>

/// The functions of PulseAudio's simple library that the package calls, looked up when sound is first recorded.
#define SIMPLE_FUNCTIONS(apply) \
  apply(pa_simple_new) \
  apply(pa_simple_free) \
  apply(pa_simple_read) \
  apply(pa_simple_get_latency)

#define SIMPLE_FIELD(function) __typeof__(function) *_Nonnull function;

/// The addresses of the functions.
struct simple_functions {
  SIMPLE_FUNCTIONS(SIMPLE_FIELD)
};

#undef SIMPLE_FIELD

/// Loads the library, and looks up all functions. It is never unloaded.
///
/// Returns NULL and stores a description if there is no library, or one that lacks a function.
const struct simple_functions *_Nullable simple_load(const char *_Nullable *_Nonnull description);

#endif
