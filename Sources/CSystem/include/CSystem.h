// What of the system's C interface Swift's Glibc module does not show.
#pragma once

#include <getopt.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/// Names the calling thread; up to 15 bytes.
static inline void system_set_thread_name(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Lets the kernel delay this thread's waking by so many nanoseconds, instead of by 50,000.
static inline void system_set_timer_slack(unsigned long nanoseconds) {
  prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}
