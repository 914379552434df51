// Opens a file, probes its streams, and prints a first position: the minimal cost of starting.
//
// Usage: open-and-print FILE
#include <libavformat/avformat.h>
#include <stdio.h>

int main(int count, char **arguments) {
  AVFormatContext *context = NULL;
  if (count < 2 || avformat_open_input(&context, arguments[1], NULL, NULL) < 0) return 1;
  if (avformat_find_stream_info(context, NULL) < 0) return 1;
  printf("0.000 %.3f 0.0\n", context->duration / (double)AV_TIME_BASE);
  fflush(stdout);
  avformat_close_input(&context);
  return 0;
}
