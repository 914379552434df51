#ifndef CSYSTEMBUS_H
#define CSYSTEMBUS_H

#include <stdint.h>

// The declarations of libsystemd's sd-bus that the package uses, so that its headers are not needed.

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

/// An error with a name such as `org.freedesktop.DBus.Error.InvalidArgs`. Static: nothing is freed.
typedef struct {
  const char *_Nullable name;
  const char *_Nullable message;
  int _need_free;
} sd_bus_error;

typedef int (*sd_bus_message_handler_t)(
    sd_bus_message *_Nullable message, void *_Nullable owner, sd_bus_error *_Nullable error);

/// The functions of libsystemd that the package calls, looked up when a bus is first used.
///
/// All return a negative error number on failure.
#define BUS_FUNCTIONS(apply) \
  apply(int, sd_bus_open_user, (sd_bus *_Nullable *_Nonnull bus)) \
  apply(int, sd_bus_new, (sd_bus *_Nullable *_Nonnull bus)) \
  apply(int, sd_bus_set_address, (sd_bus *_Nonnull bus, const char *_Nonnull address)) \
  apply(int, sd_bus_set_bus_client, (sd_bus *_Nonnull bus, int isClient)) \
  apply(int, sd_bus_start, (sd_bus *_Nonnull bus)) \
  apply(sd_bus *_Nullable, sd_bus_close_unref, (sd_bus *_Nullable bus)) \
  apply(int, sd_bus_request_name_async, \
        (sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nullable slot, \
         const char *_Nonnull name, uint64_t flags, \
         sd_bus_message_handler_t _Nonnull handler, void *_Nullable owner)) \
  apply(int, sd_bus_add_object, \
        (sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nullable slot, \
         const char *_Nonnull path, sd_bus_message_handler_t _Nonnull handler, \
         void *_Nullable owner)) \
  apply(int, sd_bus_process, \
        (sd_bus *_Nonnull bus, sd_bus_message *_Nullable *_Nullable message)) \
  apply(int, sd_bus_get_fd, (sd_bus *_Nonnull bus)) \
  apply(int, sd_bus_get_events, (sd_bus *_Nonnull bus)) \
  apply(int, sd_bus_get_timeout, (sd_bus *_Nonnull bus, uint64_t *_Nonnull microseconds)) \
  apply(int, sd_bus_get_n_queued_write, (sd_bus *_Nonnull bus, uint64_t *_Nonnull count)) \
  apply(sd_bus_slot *_Nullable, sd_bus_slot_unref, (sd_bus_slot *_Nullable slot)) \
  apply(int, sd_bus_add_match_async, \
        (sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nullable slot, \
         const char *_Nonnull rule, sd_bus_message_handler_t _Nonnull handler, \
         sd_bus_message_handler_t _Nullable installed, void *_Nullable owner)) \
  apply(int, sd_bus_call_async, \
        (sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nullable slot, \
         sd_bus_message *_Nonnull message, sd_bus_message_handler_t _Nonnull handler, \
         void *_Nullable owner, uint64_t microseconds)) \
  apply(int, sd_bus_send, \
        (sd_bus *_Nonnull bus, sd_bus_message *_Nonnull message, uint64_t *_Nullable cookie)) \
  apply(int, sd_bus_message_new_signal, \
        (sd_bus *_Nonnull bus, sd_bus_message *_Nullable *_Nonnull message, \
         const char *_Nonnull path, const char *_Nonnull interface, \
         const char *_Nonnull member)) \
  apply(int, sd_bus_message_new_method_call, \
        (sd_bus *_Nonnull bus, sd_bus_message *_Nullable *_Nonnull message, \
         const char *_Nonnull destination, const char *_Nonnull path, \
         const char *_Nonnull interface, const char *_Nonnull member)) \
  apply(int, sd_bus_message_new_method_return, \
        (sd_bus_message *_Nonnull call, sd_bus_message *_Nullable *_Nonnull message)) \
  apply(int, sd_bus_message_new_method_error, \
        (sd_bus_message *_Nonnull call, sd_bus_message *_Nullable *_Nonnull message, \
         const sd_bus_error *_Nonnull error)) \
  apply(sd_bus_message *_Nullable, sd_bus_message_unref, (sd_bus_message *_Nullable message)) \
  apply(const char *_Nullable, sd_bus_message_get_sender, (sd_bus_message *_Nonnull message)) \
  apply(int, sd_bus_message_set_auto_start, (sd_bus_message *_Nonnull message, int mayStart)) \
  apply(int, sd_bus_message_get_cookie, \
        (sd_bus_message *_Nonnull message, uint64_t *_Nonnull cookie)) \
  apply(int, sd_bus_message_get_reply_cookie, \
        (sd_bus_message *_Nonnull message, uint64_t *_Nonnull cookie)) \
  apply(const char *_Nullable, sd_bus_message_get_interface, (sd_bus_message *_Nonnull message)) \
  apply(const char *_Nullable, sd_bus_message_get_member, (sd_bus_message *_Nonnull message)) \
  apply(const char *_Nullable, sd_bus_message_get_signature, \
        (sd_bus_message *_Nonnull message, int complete)) \
  apply(const sd_bus_error *_Nullable, sd_bus_message_get_error, \
        (sd_bus_message *_Nonnull message)) \
  apply(int, sd_bus_message_get_expect_reply, (sd_bus_message *_Nonnull message)) \
  apply(int, sd_bus_message_peek_type, \
        (sd_bus_message *_Nonnull message, char *_Nullable type, \
         const char *_Nullable *_Nullable contents)) \
  apply(int, sd_bus_message_read_basic, \
        (sd_bus_message *_Nonnull message, char type, void *_Nonnull value)) \
  apply(int, sd_bus_message_skip, \
        (sd_bus_message *_Nonnull message, const char *_Nonnull types)) \
  apply(int, sd_bus_message_enter_container, \
        (sd_bus_message *_Nonnull message, char type, const char *_Nonnull contents)) \
  apply(int, sd_bus_message_exit_container, (sd_bus_message *_Nonnull message)) \
  apply(int, sd_bus_message_append_basic, \
        (sd_bus_message *_Nonnull message, char type, const void *_Nonnull value)) \
  apply(int, sd_bus_message_open_container, \
        (sd_bus_message *_Nonnull message, char type, const char *_Nonnull contents)) \
  apply(int, sd_bus_message_close_container, (sd_bus_message *_Nonnull message))

#define BUS_FIELD(result, function, arguments) result (*_Nonnull function) arguments;

/// The addresses of the functions.
struct bus_functions {
  BUS_FUNCTIONS(BUS_FIELD)
};

#undef BUS_FIELD

/// Loads the library `libsystemd.so.0`, and looks up all functions. It is never unloaded.
///
/// Stores the functions and returns 1; returns 0 and stores a description if the library is missing,
/// or lacks a function.
int bus_load(
    struct bus_functions *_Nonnull functions, const char *_Nullable *_Nonnull description);

#endif
