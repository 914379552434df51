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

#define LTC_ROW(result, function, arguments) {#function, offsetof(struct ltc_functions, function)},
static const struct function ltc_rows[] = {LTC_FUNCTIONS(LTC_ROW)};

const struct ltc_functions *ltc_load(const char **description) {
  static struct ltc_functions found;
  return load("libltc.so.11", ltc_rows, COUNT(ltc_rows), &found, description);
}

#define SEQUENCER_ROW(function) {#function, offsetof(struct sequencer_functions, function)},
static const struct function sequencer_rows[] = {SEQUENCER_FUNCTIONS(SEQUENCER_ROW)};

const struct sequencer_functions *sequencer_load(const char **description) {
  static struct sequencer_functions found;
  return load("libasound.so.2", sequencer_rows, COUNT(sequencer_rows), &found, description);
}

int sequencer_open(
    const struct sequencer_functions *functions, const char *name, bool receives,
    snd_seq_t **sequencer, int *port) {
  unsigned int abilities =
      receives ? SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
               : SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
  int direction = receives ? SND_SEQ_OPEN_INPUT : SND_SEQ_OPEN_OUTPUT;
  snd_local_error_handler_t handler = functions->snd_lib_error_set_local(ignore_error);
  int code = functions->snd_seq_open(sequencer, "default", direction, SND_SEQ_NONBLOCK);
  functions->snd_lib_error_set_local(handler);
  if (code < 0) return code;
  functions->snd_seq_set_client_name(*sequencer, name);
  *port = functions->snd_seq_create_simple_port(
      *sequencer, name, abilities, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
  if (*port >= 0) return 0;
  functions->snd_seq_close(*sequencer);
  return *port;
}

int sequencer_receive(
    const struct sequencer_functions *functions, snd_seq_t *sequencer, unsigned char *bytes,
    size_t capacity) {
  snd_seq_event_t *event = NULL;
  int code = functions->snd_seq_event_input(sequencer, &event);
  if (code < 0 || !event) return code;
  if (event->type == SND_SEQ_EVENT_QFRAME && capacity >= 2) {
    bytes[0] = 0xF1;
    bytes[1] = event->data.control.value & 0x7F;
    return 2;
  }
  if (event->type != SND_SEQ_EVENT_SYSEX || event->data.ext.len > capacity) return 0;
  for (size_t i = 0; i < event->data.ext.len; i++) {
    bytes[i] = ((const unsigned char *)event->data.ext.ptr)[i];
  }
  return (int)event->data.ext.len;
}

int sequencer_send(
    const struct sequencer_functions *functions, snd_seq_t *sequencer, int port,
    const unsigned char *bytes, size_t count) {
  snd_seq_event_t event;
  snd_seq_ev_clear(&event);
  snd_seq_ev_set_source(&event, port);
  snd_seq_ev_set_subs(&event);
  snd_seq_ev_set_direct(&event);
  if (count == 2) {
    snd_seq_ev_set_fixed(&event);
    event.type = SND_SEQ_EVENT_QFRAME;
    event.data.control.value = bytes[1];
  } else {
    snd_seq_ev_set_sysex(&event, count, (void *)bytes);
  }
  return functions->snd_seq_event_output_direct(sequencer, &event);
}
