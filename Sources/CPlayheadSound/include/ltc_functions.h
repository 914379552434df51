#ifndef LTC_FUNCTIONS_H
#define LTC_FUNCTIONS_H

// The declarations of libltc that the package uses, so that its headers are not needed.

#include <stddef.h>

typedef struct LTCEncoder LTCEncoder;
typedef struct LTCDecoder LTCDecoder;

/// A frame that was decoded: its bytes, its first and last samples, and whether it was read backward.
typedef struct LTCDecodedFrame {
  unsigned char bytes[10];
  long long start;
  long long end;
  int reverse;
  float tics[80];
  unsigned char least;
  unsigned char greatest;
  double volume;
} LTCDecodedFrame;

/// The functions of libltc that the package calls, looked up when linear timecode is first made or read.
///
/// A frame has ten bytes. Samples are unsigned, with silence at 128. The functions that return an `int`
/// return 0 or a length, or -1 on failure.
#define LTC_FUNCTIONS(apply) \
  apply(LTCEncoder *_Nullable, ltc_encoder_create, \
        (double sampleRate, double framesPerSecond, int standard, int flags)) \
  apply(void, ltc_encoder_free, (LTCEncoder *_Nonnull encoder)) \
  apply(void, ltc_encoder_set_frame, (LTCEncoder *_Nonnull encoder, void *_Nonnull frame)) \
  apply(int, ltc_encoder_encode_byte, (LTCEncoder *_Nonnull encoder, int byte, double slowness)) \
  apply(int, ltc_encoder_get_bufferptr, \
        (LTCEncoder *_Nonnull encoder, unsigned char *_Nullable *_Nonnull samples, int flush)) \
  apply(LTCDecoder *_Nullable, ltc_decoder_create, (int samplesPerFrame, int queueLength)) \
  apply(int, ltc_decoder_free, (LTCDecoder *_Nonnull decoder)) \
  apply(void, ltc_decoder_write, \
        (LTCDecoder *_Nonnull decoder, const unsigned char *_Nonnull samples, size_t count, \
         long long start)) \
  apply(int, ltc_decoder_read, (LTCDecoder *_Nonnull decoder, LTCDecodedFrame *_Nonnull frame))

#define LTC_FIELD(result, function, arguments) result (*_Nonnull function) arguments;

/// The addresses of the functions.
struct ltc_functions {
  LTC_FUNCTIONS(LTC_FIELD)
};

#undef LTC_FIELD

/// Loads the library `libltc.so.11`, and looks up all functions. It is never unloaded.
///
/// Returns NULL and stores a description if the library is missing, or lacks a function. Two threads that
/// call it at once store the same addresses.
const struct ltc_functions *_Nullable ltc_load(const char *_Nullable *_Nonnull description);

#endif
