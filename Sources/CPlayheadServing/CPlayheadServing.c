#include "CPlayheadServing.h"

#include <dlfcn.h>
#include <sys/timex.h>

static unsigned char *(*hmac)(
    const void *, const void *, int, const unsigned char *, size_t, unsigned char *, unsigned int *);
static const void *(*sha256)(void);

int hmac_load(const char **description) {
  void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  void *functions[] = {
      library ? dlsym(library, "HMAC") : NULL, library ? dlsym(library, "EVP_sha256") : NULL};
  if (functions[0] && functions[1]) {
    *(void **)&hmac = functions[0];
    *(void **)&sha256 = functions[1];
    return 1;
  }
  *description = dlerror();
  return 0;
}

int hmac_sha256(
    const unsigned char *key, int key_count, const unsigned char *bytes, size_t count,
    unsigned char *result) {
  return hmac(sha256(), key, key_count, bytes, count, result, NULL) != NULL;
}

int system_clock_read(long long *time, long long *error) {
  struct timex state = {0};
  int result = adjtimex(&state);
  if (result < 0 || result == TIME_ERROR || state.status & STA_UNSYNC) return 0;
  long long part = state.status & STA_NANO ? state.time.tv_usec : state.time.tv_usec * 1000LL;
  *time = state.time.tv_sec * 1000000000LL + part;
  *error = (state.maxerror > state.esterror ? state.maxerror : state.esterror) * 1000LL;
  return 1;
}
