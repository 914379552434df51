#include "CPlayheadProcess.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

// The C library passes the arguments to each constructor. In a statically linked program the Swift
// runtime would look for them on the stack, which it finds in /proc/self/maps before `main`. That
// takes 3 % of the time to the first position, because FFmpeg loads more than a hundred libraries.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

// Weak, so that the program still links with a runtime that needs its own definitions.
__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
  argument_count = count;
  arguments = values;
}

void process_begin(void) {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  static const int signals[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  if (getenv("SWIFT_BACKTRACE")) return;
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction found;
    if (sigaction(signals[index], NULL, &found) == 0 && found.sa_handler != SIG_IGN)
      signal(signals[index], SIG_DFL);
  }
#endif
}

void process_end(int status) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // The sanitizers report leaks and races when the process ends.
  exit(status);
#else
  // The finalizers of the libraries have nothing to write. They would need 2 MB more memory, as much
  // as reading a file, and run beside threads that were left behind in a blocking call.
  _exit(status);
#endif
}
