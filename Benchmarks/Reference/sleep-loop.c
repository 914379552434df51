// Sleeps until instants at equal intervals, and prints the lateness of each wake-up in nanoseconds,
// one per line: the minimal lateness on this machine.
//
// Usage: sleep-loop INTERVAL-IN-NANOSECONDS COUNT
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const long long second = 1000000000;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  long long interval = atoll(arguments[1]), times = atoll(arguments[2]), start = now();
  for (long long i = 1; i <= times; i++) {
    long long due = start + i * interval;
    struct timespec time = {due / second, due % second};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {}
    printf("%lld\n", now() - due);
    fflush(stdout);
  }
  return 0;
}
