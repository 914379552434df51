#define _GNU_SOURCE
#include "CSystem.h"

#include <poll.h>
#include <time.h>

void system_wait_to_read(int descriptor, long long nanoseconds) {
  struct pollfd entry = {descriptor, POLLIN, 0};
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  ppoll(&entry, 1, nanoseconds < 0 ? NULL : &time, NULL);
}
