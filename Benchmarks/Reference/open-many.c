// Opens a file many times, reads the first seconds of each, and prints the memory that one takes: the minimal cost of
// many players of files.
//
// Usage: open-many FILE COUNT
#include <inttypes.h>
#include <libavformat/avformat.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// How far a player reads ahead.
static const double SECONDS = 5;

static int64_t resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) exit(1);
  fclose(file);
  return pages * (int64_t)sysconf(_SC_PAGESIZE);
}

int main(int count, char **arguments) {
  if (count < 3) return 1;
  int players = atoi(arguments[2]);
  AVPacket *packet = av_packet_alloc();
  int64_t before = resident_bytes();
  for (int player = 0; player < players; player++) {
    AVFormatContext *context = NULL;
    // The header of MP4 declares all that a player needs, so that nothing is probed.
    if (avformat_open_input(&context, arguments[1], NULL, NULL) < 0) return 1;
    double time = 0;
    while (time < SECONDS && av_read_frame(context, packet) >= 0) {
      AVStream *stream = context->streams[packet->stream_index];
      if (packet->dts != AV_NOPTS_VALUE) time = packet->dts * av_q2d(stream->time_base);
      av_packet_unref(packet);
    }
  }
  printf("%" PRId64 " kB each\n", (resident_bytes() - before) / 1024 / players);
  return 0;
}
