#define _GNU_SOURCE
#include "CPlayheadSystem.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

void system_wait(sem_t *semaphore, long long nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  if (nanoseconds < 0) {
    sem_wait(semaphore);
    return;
  }
    // Reset after the wait, because new threads and processes inherit the timer slack.
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  sem_clockwait(semaphore, CLOCK_MONOTONIC, &time);
  prctl(PR_SET_TIMERSLACK, 0, 0, 0, 0);
}

ssize_t system_peek_pipe(int pipe, void *bytes, size_t count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  ssize_t copied = tee(pipe, ends[1], count, 0);
  if (copied > 0) copied = read(ends[0], bytes, copied);
  close(ends[0]);
  close(ends[1]);
  return copied;
}

static const int ending_signals[] = {SIGHUP, SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                                     SIGFPE, SIGSEGV, SIGTERM, SIGXCPU, SIGALRM, SIGUSR2, SIGSYS};
enum { ending_signal_count = sizeof ending_signals / sizeof *ending_signals };
// Signals that end a process as well, unless a profiler or the runtime handles them.
static const int rare_signals[] = {SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT};
enum { rare_signal_count = sizeof rare_signals / sizeof *rare_signals };
static struct termios modes_at_end;
static volatile sig_atomic_t terminal_at_end = -1;
static volatile sig_atomic_t line_at_end = -1;
static volatile sig_atomic_t has_rows_at_end;
static char socket_at_end[sizeof ((struct sockaddr_un *)0)->sun_path];
static struct stat socket_found;
static volatile sig_atomic_t has_socket_at_end;

// Leaves a file alone that has taken the place of the socket.
static void remove_socket(void) {
  struct stat found;
  if (lstat(socket_at_end, &found) == 0 && found.st_dev == socket_found.st_dev &&
      found.st_ino == socket_found.st_ino)
    unlink(socket_at_end);
}

// Calls only functions that are async-signal-safe: the process may be in any state.
static void restore_and_end(int number) {
  struct pollfd line = {line_at_end, POLLOUT, 0};
    // Polled first, so that a terminal whose output is stopped (^S) does not block the handler.
  // The second part erases the rows below the line.
  size_t length = has_rows_at_end ? 5 : 2;
  if (line.fd >= 0 && poll(&line, 1, 0) > 0 && write(line.fd, "\r\n\033[J", length) < 0)
    line_at_end = -1;
  if (terminal_at_end >= 0) tcsetattr(terminal_at_end, TCSANOW, &modes_at_end);
  if (has_socket_at_end) remove_socket();
    // The default action runs when this handler returns. Otherwise Swift's runtime would ask on the
    // terminal what to do about a crash, and wait for an answer with all other threads stopped.
  signal(number, SIG_DFL);
  raise(number);
}

static void handle_unhandled(int number, const struct sigaction *action) {
  struct sigaction found;
  if (sigaction(number, NULL, &found) == 0 && found.sa_handler == SIG_DFL)
    sigaction(number, action, NULL);
}

static void handle_ending_signals(void) {
  struct sigaction action = {.sa_handler = restore_and_end, .sa_flags = SA_ONSTACK};
    // Blocks all other signals too: SIGTTOU would stop a background process that sets the modes.
  sigfillset(&action.sa_mask);
  for (int i = 0; i < ending_signal_count; i++) {
    struct sigaction found;
    sigaction(ending_signals[i], NULL, &found);
    if (found.sa_handler != SIG_IGN) sigaction(ending_signals[i], &action, NULL);
  }
  for (int i = 0; i < rare_signal_count; i++) handle_unhandled(rare_signals[i], &action);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) handle_unhandled(number, &action);
}

void system_restore_terminal_at_end(int terminal, const struct termios *modes) {
  terminal_at_end = -1;
  modes_at_end = *modes;
  terminal_at_end = terminal;
  handle_ending_signals();
}

void system_remove_socket_at_end(const char *path) {
  has_socket_at_end = 0;
  if (path == NULL || strlen(path) >= sizeof socket_at_end || lstat(path, &socket_found)) return;
  strcpy(socket_at_end, path);
  has_socket_at_end = 1;
  handle_ending_signals();
}

void system_end_line_at_end(int terminal, int has_rows) {
  static atomic_flag are_handled = ATOMIC_FLAG_INIT;
  has_rows_at_end = has_rows;
  line_at_end = terminal;
  if (terminal >= 0 && !atomic_flag_test_and_set(&are_handled)) handle_ending_signals();
}

void system_leave_terminal_at_end(void) { terminal_at_end = -1; }

int system_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int system_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int system_peer_user(int socket, uid_t *user) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length)) return -1;
  *user = peer.uid;
  return 0;
}

int system_open_process(int identifier) { return (int)syscall(SYS_pidfd_open, identifier, 0); }

int system_count_spare_descriptors(int most) {
  int spare[16], count = 0;
  while (count < most && count < 16 && (spare[count] = epoll_create1(EPOLL_CLOEXEC)) >= 0) count++;
  for (int index = 0; index < count; index++) close(spare[index]);
  return count;
}

int system_read_clock(long long *time, long long *error) {
  struct timex state = {0};
  int result = adjtimex(&state);
  if (result < 0 || result == TIME_ERROR || state.status & STA_UNSYNC) return 0;
  long long part = state.status & STA_NANO ? state.time.tv_usec : state.time.tv_usec * 1000LL;
  *time = state.time.tv_sec * 1000000000LL + part;
  *error = (state.maxerror > state.esterror ? state.maxerror : state.esterror) * 1000LL;
  return 1;
}
