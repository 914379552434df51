// Runs a command with its output thrown away, and prints the CPU microseconds and peak kilobytes it
// took: time(1) tells hundredths of a second.
//
// Usage: cost COMMAND [ARGUMENT...]
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long microseconds(struct timeval time) { return time.tv_sec * 1000000 + time.tv_usec; }

int main(int count, char **arguments) {
  if (count < 2) return 2;
  pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0 || status != 0) return 1;
  printf("%ld %ld\n", microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
         usage.ru_maxrss);
  return 0;
}
