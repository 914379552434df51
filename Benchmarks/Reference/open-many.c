// Opens a file many times, reads the first seconds of each, and prints the memory that one takes. Then it reads on in
// turns, and prints the share of a core that all need at rate 1: the minimal cost of many players of files.
//
// Usage: open-many FILE COUNT
#include <inttypes.h>
#include <libavformat/avformat.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// How far a player reads ahead, how much it reads then at a time, and until where.
static const double SECONDS = 5, TURN = 2.5, END = 25;

static int64_t resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) exit(1);
  fclose(file);
  return pages * (int64_t)sysconf(_SC_PAGESIZE);
}

// Reads the packets of a file before a decode time.
static void read_until(AVFormatContext *context, AVPacket *packet, double end) {
  double time = 0;
  while (time < end && av_read_frame(context, packet) >= 0) {
    AVStream *stream = context->streams[packet->stream_index];
    if (packet->dts != AV_NOPTS_VALUE) time = packet->dts * av_q2d(stream->time_base);
    av_packet_unref(packet);
  }
}

int main(int count, char **arguments) {
  if (count < 3) return 1;
  int players = atoi(arguments[2]);
  AVPacket *packet = av_packet_alloc();
  AVFormatContext **contexts = calloc(players, sizeof(*contexts));
  int64_t before = resident_bytes();
  for (int player = 0; player < players; player++) {
    // The header of MP4 declares all that a player needs, so that nothing is probed.
    if (avformat_open_input(&contexts[player], arguments[1], NULL, NULL) < 0) return 1;
    read_until(contexts[player], packet, SECONDS);
  }
  printf("%" PRId64 " kB each\n", (resident_bytes() - before) / 1024 / players);
  clock_t start = clock();
  for (double end = SECONDS + TURN; end <= END; end += TURN)
    for (int player = 0; player < players; player++) read_until(contexts[player], packet, end);
  printf("%.2f %% of a core\n", 100.0 * (clock() - start) / CLOCKS_PER_SEC / (END - SECONDS));
  return 0;
}
