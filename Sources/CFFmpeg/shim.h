// FFmpeg's libraries, with what of them Swift cannot see and what differs between their versions
// (5.1, 6.1 and 7.1 are supported).
#pragma once

#include <libavcodec/avcodec.h>
#include <libavcodec/codec_desc.h>
#include <libavformat/avformat.h>
#include <libavutil/error.h>
#include <libavutil/log.h>

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>

// Macros that compute.

static inline int ffmpeg_error_end_of_file(void) { return AVERROR_EOF; }
static inline int ffmpeg_error_exit(void) { return AVERROR_EXIT; }
static inline int ffmpeg_error_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int ffmpeg_error_try_again(void) { return AVERROR(EAGAIN); }
static inline int ffmpeg_error_of_errno(int number) { return AVERROR(number); }
static inline int64_t ffmpeg_no_timestamp(void) { return AV_NOPTS_VALUE; }

/// What an error number means, as far as it tells by itself.
enum ffmpeg_error_kind {
  ffmpeg_error_kind_other,
  ffmpeg_error_kind_damaged,
  ffmpeg_error_kind_interrupted,
  ffmpeg_error_kind_not_found,
  ffmpeg_error_kind_no_permission,
  ffmpeg_error_kind_not_seekable,
  ffmpeg_error_kind_unsupported,
};

static inline enum ffmpeg_error_kind ffmpeg_error_kind_of(int error) {
  switch (error) {
  case AVERROR_INVALIDDATA:
    return ffmpeg_error_kind_damaged;
  case AVERROR_EXIT:
    return ffmpeg_error_kind_interrupted;
  case AVERROR(ENOENT):
  case AVERROR(ENOTDIR):
  case AVERROR_HTTP_NOT_FOUND:
    return ffmpeg_error_kind_not_found;
  case AVERROR(EACCES):
  case AVERROR_HTTP_UNAUTHORIZED:
  case AVERROR_HTTP_FORBIDDEN:
    return ffmpeg_error_kind_no_permission;
  case AVERROR(ESPIPE):
    return ffmpeg_error_kind_not_seekable;
  case AVERROR(ENOSYS):
  case AVERROR_PATCHWELCOME:
  case AVERROR_PROTOCOL_NOT_FOUND:
  case AVERROR_DEMUXER_NOT_FOUND:
  case AVERROR_DECODER_NOT_FOUND:
  case AVERROR_STREAM_NOT_FOUND:
    return ffmpeg_error_kind_unsupported;
  default:
    return ffmpeg_error_kind_other;
  }
}

/// The name of what a log line is about, as in `mov,mp4,m4a,3gp,3g2,mj2`; may be null.
static inline const char *ffmpeg_log_origin(void *object) {
  AVClass *class = object ? *(AVClass **)object : NULL;
  return class && class->item_name ? class->item_name(object) : NULL;
}
