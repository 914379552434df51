#ifndef CTIMECODE_H
#define CTIMECODE_H

// The declarations of libltc that the package uses, so that its headers are not needed.

typedef struct LTCEncoder LTCEncoder;

/// The functions of libltc that the package calls, looked up when linear timecode is first made.
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
        (LTCEncoder *_Nonnull encoder, unsigned char *_Nullable *_Nonnull samples, int flush))

#define LTC_FIELD(result, function, arguments) result (*_Nonnull function) arguments;

/// The addresses of the functions.
struct ltc_functions {
  LTC_FUNCTIONS(LTC_FIELD)
};

#undef LTC_FIELD

/// Loads the library `libltc.so.11`, and looks up all functions. It is never unloaded.
///
/// Stores the functions and returns 1; returns 0 and stores a description if the library is missing,
/// or lacks a function.
int ltc_load(
    struct ltc_functions *_Nonnull functions, const char *_Nullable *_Nonnull description);

#endif
