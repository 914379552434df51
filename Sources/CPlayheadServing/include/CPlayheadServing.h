#ifndef CSERVING_H
#define CSERVING_H

// What a served timeline needs of the system: libcrypto, whose headers are not needed, and the state of the clock.

#include <stddef.h>

/// Loads `libcrypto.so.3` of OpenSSL. It is never unloaded. Two threads that call it at once store the same addresses.
///
/// Returns 1, or 0 and a description if the library is missing, or lacks a function.
int hmac_load(const char *_Nullable *_Nonnull description);

/// Computes the HMAC-SHA256 of bytes. Call it only after `hmac_load` has returned 1. Returns 1, or 0 on failure.
int hmac_sha256(
    const unsigned char *_Nonnull key, int key_count, const unsigned char *_Nonnull bytes, size_t count,
    unsigned char *_Nonnull result);

/// Reads the system's clock in nanoseconds since 1970, and by how many nanoseconds it may be wrong.
///
/// Returns 1 if NTP or PTP disciplines the clock, otherwise 0.
int system_clock_read(long long *_Nonnull time, long long *_Nonnull error);

#endif
