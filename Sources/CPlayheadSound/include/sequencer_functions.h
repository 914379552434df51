#ifndef SEQUENCER_FUNCTIONS_H
#define SEQUENCER_FUNCTIONS_H

#include <alsa/asoundlib.h>
#include <stdbool.h>

/// The functions of ALSA's sequencer that the package calls, looked up like those of its devices.
#define SEQUENCER_FUNCTIONS(apply) \
  apply(snd_lib_error_set_local) \
  apply(snd_seq_open) \
  apply(snd_seq_close) \
  apply(snd_seq_set_client_name) \
  apply(snd_seq_create_simple_port) \
  apply(snd_seq_parse_address) \
  apply(snd_seq_connect_to) \
  apply(snd_seq_connect_from) \
  apply(snd_seq_event_input) \
  apply(snd_seq_poll_descriptors) \
  apply(snd_seq_event_output_direct)

#define SEQUENCER_FIELD(function) __typeof__(function) *_Nonnull function;

/// The addresses of the functions.
struct sequencer_functions {
  SEQUENCER_FUNCTIONS(SEQUENCER_FIELD)
};

#undef SEQUENCER_FIELD

/// Loads the library, and looks up all functions. It is never unloaded.
///
/// Returns NULL and stores a description if there is no library, or one that lacks a function.
const struct sequencer_functions *_Nullable sequencer_load(
    const char *_Nullable *_Nonnull description);

/// Opens the sequencer for sending or receiving without waiting, with a port that other clients can read or
/// write, of which it stores the number. Prints nothing.
///
/// Returns 0, or the negative code of the library.
int sequencer_open(
    const struct sequencer_functions *_Nonnull functions, const char *_Nonnull name, bool receives,
    snd_seq_t *_Nullable *_Nonnull sequencer, int *_Nonnull port);

/// Receives one event, and stores the bytes of a quarter frame or of a system exclusive message of at most
/// `capacity` bytes.
///
/// Returns their number, 0 for another event, or the negative code of the library.
int sequencer_receive(
    const struct sequencer_functions *_Nonnull functions, snd_seq_t *_Nonnull sequencer,
    unsigned char *_Nonnull bytes, size_t capacity);

/// Sends a quarter frame of MIDI timecode, or a system exclusive message, to all clients that are
/// connected to the port.
///
/// Returns a number that is not negative, or the negative code of the library.
int sequencer_send(
    const struct sequencer_functions *_Nonnull functions, snd_seq_t *_Nonnull sequencer, int port,
    const unsigned char *_Nonnull bytes, size_t count);

#endif
