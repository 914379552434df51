// Reads every packet of a file: the minimal cost of scanning.
//
// Usage: read-packets FILE [csv]   With `csv` prints the same as `playhead timeline`, with printf.
#include <inttypes.h>
#include <libavformat/avformat.h>
#include <stdio.h>

static void print_number(int64_t number) {
  if (number != AV_NOPTS_VALUE) printf("%" PRId64, number);
  putchar(',');
}

static void print_time(int64_t ticks, AVRational timebase) {
  if (ticks != AV_NOPTS_VALUE) printf("%.6f", ticks * av_q2d(timebase));
  putchar(',');
}

static void print_packet(const AVPacket *packet, AVRational timebase) {
  printf("packet,%d,", packet->stream_index);
  print_number(packet->pts);
  print_number(packet->dts);
  print_time(packet->pts, timebase);
  print_time(packet->dts, timebase);
  printf("%" PRId64 ",%d,%s,%s,%" PRId64 "\n", packet->duration, packet->size,
         packet->flags & AV_PKT_FLAG_KEY ? "true" : "false",
         packet->flags & AV_PKT_FLAG_DISCARD ? "true" : "false", packet->pos);
}

int main(int count, char **arguments) {
  AVFormatContext *context = NULL;
  if (count < 2 || avformat_open_input(&context, arguments[1], NULL, NULL) < 0) return 1;
  if (avformat_find_stream_info(context, NULL) < 0) return 1;
  AVPacket *packet = av_packet_alloc();
  int64_t packets = 0, bytes = 0;
  if (count > 2)
    puts("type,track,pts,dts,pts_time,dts_time,duration,size,keyframe,discard,byte_offset");
  while (av_read_frame(context, packet) >= 0) {
    packets++;
    bytes += packet->size;
    if (count > 2) print_packet(packet, context->streams[packet->stream_index]->time_base);
    av_packet_unref(packet);
  }
  if (count == 2) printf("%" PRId64 " packets, %" PRId64 " bytes\n", packets, bytes);
  av_packet_free(&packet);
  avformat_close_input(&context);
  return 0;
}
