// What of the system's C interface Swift's Glibc module does not show.
#pragma once

#include <fcntl.h>
#include <getopt.h>
#include <stddef.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <termios.h>
#include <time.h>

/// XSI's, which the C library shows where that is asked for alone.
char *strptime(const char *text, const char *format, struct tm *parts);

/// Names the calling thread; up to 15 bytes.
static inline void system_set_thread_name(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// What `getopt_long` found next, with the globals it tells it in.
struct system_option {
  /// As `getopt_long` returns it: -1 after the last, '?' and ':' for what it refuses.
  int code;
  const char *argument;
  /// The option that was refused: its letter or value; 0 where it is unknown by its long name.
  int refused;
  /// The index of the next argument; after the last option of the first operand.
  int next;
};

/// Scans on, or from the start where `restart` is not 0. It says nothing itself.
static inline struct system_option system_next_option(
    int count, char *const *arguments, const char *shorts, const struct option *longs,
    int restart) {
  opterr = 0;
  if (restart) optind = 0;
  optarg = NULL;
  int code = getopt_long(count, arguments, shorts, longs, NULL);
  struct system_option found = {code, optarg, optopt, optind};
  return found;
}

/// O_PATH: a descriptor that stands for a place in the tree of files, and is no leave to read it.
enum { system_path_only = __O_PATH };

/// Whether a descriptor is of something below /proc, whose links are no paths.
static inline int system_is_on_proc(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 && status.f_type == 0x9fa0;
}

/// Waits for the semaphore until CLOCK_MONOTONIC shows so many nanoseconds; negative is for ever. It
/// is woken without the 50,000 nanoseconds by which the kernel may else delay that.
void system_wait(sem_t *semaphore, long long nanoseconds);

/// From now on a signal that ends the process first gives the terminal these modes. One that is
/// ignored stays so.
void system_restore_terminal_at_end(int terminal, const struct termios *modes);

/// Ends that: the terminal has its modes.
void system_leave_terminal_at_end(void);

/// From now on a signal that ends the process first ends the line that stands on this terminal; -1
/// where none does.
void system_end_line_at_end(int terminal);

/// A pipe whose ends no child gets, whatever other threads start; -1 with `errno` where there is none.
int system_make_pipe(int ends[2]);

/// A descriptor that can be read once a child process has ended; -1 where the kernel has none.
int system_open_process(int identifier);

/// How many more descriptors the process may open; `most` at most (16).
int system_count_spare_descriptors(int most);
