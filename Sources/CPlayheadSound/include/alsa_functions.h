#ifndef ALSA_FUNCTIONS_H
#define ALSA_FUNCTIONS_H

#include <alsa/asoundlib.h>

/// The functions of ALSA's library that the package calls, looked up like those of PulseAudio.
#define ALSA_FUNCTIONS(apply) \
  apply(snd_strerror) \
  apply(snd_lib_error_set_local) \
  apply(snd_pcm_open) \
  apply(snd_pcm_close) \
  apply(snd_pcm_state) \
  apply(snd_pcm_avail_update) \
  apply(snd_pcm_prepare) \
  apply(snd_pcm_resume) \
  apply(snd_pcm_drop) \
  apply(snd_pcm_writei) \
  apply(snd_pcm_readi) \
  apply(snd_pcm_wait) \
  apply(snd_pcm_delay) \
  apply(snd_pcm_start) \
  apply(snd_pcm_set_params) \
  apply(snd_pcm_status) \
  apply(snd_pcm_status_malloc) \
  apply(snd_pcm_status_free) \
  apply(snd_pcm_status_get_state) \
  apply(snd_pcm_status_get_htstamp) \
  apply(snd_pcm_status_get_delay) \
  apply(snd_pcm_hw_params) \
  apply(snd_pcm_hw_params_malloc) \
  apply(snd_pcm_hw_params_free) \
  apply(snd_pcm_hw_params_any) \
  apply(snd_pcm_hw_params_set_access) \
  apply(snd_pcm_hw_params_set_format) \
  apply(snd_pcm_hw_params_set_channels_near) \
  apply(snd_pcm_hw_params_set_rate_near) \
  apply(snd_pcm_hw_params_set_buffer_time_near) \
  apply(snd_pcm_hw_params_set_period_time_near) \
  apply(snd_pcm_sw_params) \
  apply(snd_pcm_sw_params_malloc) \
  apply(snd_pcm_sw_params_free) \
  apply(snd_pcm_sw_params_current) \
  apply(snd_pcm_sw_params_get_boundary) \
  apply(snd_pcm_sw_params_set_start_threshold) \
  apply(snd_pcm_sw_params_set_silence_threshold) \
  apply(snd_pcm_sw_params_set_silence_size) \
  apply(snd_pcm_sw_params_set_tstamp_mode) \
  apply(snd_pcm_sw_params_set_tstamp_type)

#define ALSA_FIELD(function) __typeof__(function) *_Nonnull function;

/// The addresses of the functions.
struct alsa_functions {
  ALSA_FUNCTIONS(ALSA_FIELD)
};

#undef ALSA_FIELD

/// Loads the library, and looks up all functions. It is never unloaded.
///
/// Returns NULL and stores a description if there is no library, or one that lacks a function.
const struct alsa_functions *_Nullable alsa_load(const char *_Nullable *_Nonnull description);

/// Stops the library from printing the errors of this thread, which it also returns.
///
/// Returns the previous handler of errors, for `alsa_restore_errors`.
snd_local_error_handler_t _Nullable alsa_hide_errors(
    const struct alsa_functions *_Nonnull functions);

/// Reverses `alsa_hide_errors`.
static inline void alsa_restore_errors(
    const struct alsa_functions *_Nonnull functions, snd_local_error_handler_t _Nullable handler) {
  functions->snd_lib_error_set_local(handler);
}

#endif
