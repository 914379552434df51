// Parts of the system's C interface that Swift's Glibc module does not declare.
#pragma once

#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <termios.h>
#include <time.h>

/// Declared here because the C library declares it only for XSI feature-test macros.
char *strptime(const char *text, const char *format, struct tm *parts);

/// Declared here because the C library declares them only for some feature-test macros.
ssize_t tee(int input, int output, size_t length, unsigned int flags);
ssize_t splice(
    int input, __off64_t *input_offset, int output, __off64_t *output_offset, size_t length,
    unsigned int flags);

/// SPLICE_F_NONBLOCK and F_SETPIPE_SZ, for the same reason.
enum { system_splice_nonblocking = 2, system_set_pipe_size = 1031, system_get_pipe_size = 1032 };

/// Names the calling thread. The kernel keeps at most 15 bytes.
static inline void system_set_thread_name(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Prepares the C library's allocator for a process in which `readers` threads read packets.
///
/// Otherwise each thread that allocates gets a separate arena, which costs memory and grows by a few
/// pages at a time, with a system call for each. Without the "fast bins", freed small blocks are
/// joined at once; with them, each allocation as large as a packet empties them first.
static inline void system_prepare_allocator(int readers) {
  mallopt(M_ARENA_MAX, readers);
  mallopt(M_MXFAST, 0);
}

/// O_PATH: the descriptor names a place in the file system and does not permit reading.
enum { system_path_only = __O_PATH };

/// Returns whether a descriptor refers to a file in /proc, whose links are not real paths.
static inline int system_is_on_proc(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 && status.f_type == 0x9fa0;
}

/// Returns whether a descriptor refers to a file that the kernel makes when it is opened or read, as those
/// in /proc and /sys: opening one may have an effect.
static inline int system_is_of_kernel(int descriptor) {
  struct statfs status;
  enum { proc = 0x9fa0, sysfs = 0x62656572, debugfs = 0x64626720, tracefs = 0x74726163 };
  enum { securityfs = 0x73636673, cgroup = 0x27e0eb, cgroup2 = 0x63677270, configfs = 0x62656570 };
  if (fstatfs(descriptor, &status) != 0) return 0;
  switch (status.f_type) {
    case proc: case sysfs: case debugfs: case tracefs:
    case securityfs: case cgroup: case cgroup2: case configfs: return 1;
    default: return 0;
  }
}

/// Declared here because the C library declares it only for some feature-test macros.
int mincore(void *start, size_t length, unsigned char *pages);

/// Finds out which pages of a part of a file are in the system's cache, without reading them. Sets
/// the lowest bit of one byte for each page. Returns 0, or -1 if that is unknown.
static inline int system_cached_pages(
    int descriptor, off_t offset, size_t length, unsigned char *pages) {
  void *start = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, offset);
  if (start == MAP_FAILED) return -1;
  int result = mincore(start, length, pages);
  munmap(start, length);
  return result;
}

/// Copies the first bytes that a pipe has, which stay there. Waits until it has some. Returns their number, 0
/// at the end, or -1.
ssize_t system_peek_pipe(int pipe, void *bytes, size_t count);

/// Waits for the semaphore until CLOCK_MONOTONIC reaches `nanoseconds`; indefinitely if negative.
///
/// The wait ends without the timer slack of 50,000 nanoseconds that the kernel adds by default.
void system_wait(sem_t *semaphore, long long nanoseconds);

/// Makes every signal that ends the process restore these terminal modes first. Ignored signals
/// stay ignored.
void system_restore_terminal_at_end(int terminal, const struct termios *modes);

/// Cancels `system_restore_terminal_at_end`, because the terminal has its modes again.
void system_leave_terminal_at_end(void);

/// Makes every signal that ends the process first write a line break to this terminal, because an
/// unfinished line is drawn there; -1 if there is none. Rows below the line are erased.
void system_end_line_at_end(int terminal, int has_rows);

/// Makes every signal that ends the process remove the socket at this path, as long as it is the one
/// that is there now; NULL if there is none.
void system_remove_socket_at_end(const char *path);

/// Accepts a connection that does not block and that child processes do not inherit; returns -1 and
/// sets `errno` on failure.
int system_accept(int listener);

/// Finds out which user connected a Unix socket, or made it if the ends were made together; returns
/// -1 and sets `errno` on failure.
int system_peer_user(int socket, uid_t *user);

/// Makes a pipe whose ends child processes do not inherit; returns -1 and sets `errno` on failure.
int system_make_pipe(int ends[2]);

/// Returns a descriptor that becomes readable when a child process ends; -1 if that fails.
int system_open_process(int identifier);

/// Returns how many more descriptors the process can open, counting up to `most` (at most 16).
int system_count_spare_descriptors(int most);

/// Reads the system's clock in nanoseconds since 1970, and by how many nanoseconds it may be wrong. Returns 1
/// if NTP or PTP disciplines the clock, otherwise 0.
int system_read_clock(long long *time, long long *error);
