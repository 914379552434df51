#ifndef CPULSE_H
#define CPULSE_H

#include <pulse/pulseaudio.h>

/// The functions of PulseAudio's client library that the package calls.
///
/// They are looked up when sound is first used, so that the command neither links nor needs the
/// library. The headers of the library give their types.
#define PULSE_FUNCTIONS(apply) \
  apply(pa_threaded_mainloop_new) \
  apply(pa_threaded_mainloop_free) \
  apply(pa_threaded_mainloop_start) \
  apply(pa_threaded_mainloop_stop) \
  apply(pa_threaded_mainloop_lock) \
  apply(pa_threaded_mainloop_unlock) \
  apply(pa_threaded_mainloop_in_thread) \
  apply(pa_threaded_mainloop_get_api) \
  apply(pa_threaded_mainloop_set_name) \
  apply(pa_proplist_new) \
  apply(pa_proplist_free) \
  apply(pa_proplist_sets) \
  apply(pa_proplist_gets) \
  apply(pa_context_new_with_proplist) \
  apply(pa_context_set_state_callback) \
  apply(pa_context_connect) \
  apply(pa_context_disconnect) \
  apply(pa_context_get_state) \
  apply(pa_context_errno) \
  apply(pa_context_get_sink_input_info_list) \
  apply(pa_context_unref) \
  apply(pa_stream_new_with_proplist) \
  apply(pa_stream_set_state_callback) \
  apply(pa_stream_set_write_callback) \
  apply(pa_stream_set_underflow_callback) \
  apply(pa_stream_set_started_callback) \
  apply(pa_stream_set_moved_callback) \
  apply(pa_stream_set_suspended_callback) \
  apply(pa_stream_set_read_callback) \
  apply(pa_stream_connect_playback) \
  apply(pa_stream_connect_record) \
  apply(pa_stream_disconnect) \
  apply(pa_stream_get_state) \
  apply(pa_stream_get_underflow_index) \
  apply(pa_stream_get_timing_info) \
  apply(pa_stream_get_latency) \
  apply(pa_stream_update_timing_info) \
  apply(pa_stream_writable_size) \
  apply(pa_stream_write) \
  apply(pa_stream_peek) \
  apply(pa_stream_drop) \
  apply(pa_stream_cork) \
  apply(pa_stream_flush) \
  apply(pa_stream_drain) \
  apply(pa_stream_unref) \
  apply(pa_operation_unref) \
  apply(pa_strerror)

#define PULSE_FIELD(function) __typeof__(function) *_Nonnull function;

/// The addresses of the functions.
struct pulse_functions {
  PULSE_FUNCTIONS(PULSE_FIELD)
};

#undef PULSE_FIELD

/// Loads the library, and looks up all functions. It is never unloaded.
///
/// Returns NULL and stores a description if there is no library, or one that lacks a function.
const struct pulse_functions *_Nullable pulse_load(const char *_Nullable *_Nonnull description);

#endif
