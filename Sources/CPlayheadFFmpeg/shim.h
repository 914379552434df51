// FFmpeg's libraries, with functions for macros that Swift cannot import and for interfaces that
// differ between versions 5.1, 6.1, 7.1 and 9.0, which are supported.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavcodec/codec_desc.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/hmac.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libavutil/tx.h>

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

// Function-like macros and constants that Swift does not import.

static inline int ffmpeg_error_end_of_file(void) { return AVERROR_EOF; }
static inline int ffmpeg_error_exit(void) { return AVERROR_EXIT; }
static inline int ffmpeg_error_no_protocol(void) { return AVERROR_PROTOCOL_NOT_FOUND; }
static inline int ffmpeg_error_other_http_refusal(void) { return AVERROR_HTTP_OTHER_4XX; }
static inline int ffmpeg_error_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int ffmpeg_error_try_again(void) { return AVERROR(EAGAIN); }
static inline int ffmpeg_error_of_errno(int number) { return AVERROR(number); }
static inline int64_t ffmpeg_no_timestamp(void) { return AV_NOPTS_VALUE; }

/// The kind of error, if the error number alone identifies it.
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

/// Returns the name of the component that logs, such as `mov,mp4,m4a,3gp,3g2,mj2`; may be null.
static inline const char *ffmpeg_log_origin(void *object) {
  AVClass *class = object ? *(AVClass **)object : NULL;
  return class && class->item_name ? class->item_name(object) : NULL;
}

/// Returns the number of samples at the start of a packet that are not presented, from the packet's
/// side data; 0 without such side data.
static inline uint32_t ffmpeg_skipped_samples(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  return data && size >= 10 ? AV_RL32(data) : 0;
}

/// Returns the number of samples at the end of a packet that are not presented, from the packet's
/// side data; 0 without such side data.
static inline uint32_t ffmpeg_padding_samples(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  return data && size >= 10 ? AV_RL32(data + 4) : 0;
}

/// Writes the number of samples to skip into a packet that has no such side data yet.
static inline void ffmpeg_skip_samples(AVPacket *packet, uint32_t count) {
  size_t size = 0;
  if (av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size)) return;
  uint8_t *data = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
  if (!data) return;
  memset(data, 0, 10);
  AV_WL32(data, count);
}

/// Writes the number of samples at the end of a packet that are not presented.
static inline void ffmpeg_pad_samples(AVPacket *packet, uint32_t count) {
  ffmpeg_skip_samples(packet, 0);
  size_t size = 0;
  uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (data && size >= 10) AV_WL32(data + 4, count);
}

/// Returns side data of a stream, and its size; null if it has none of this type.
static inline const uint8_t *ffmpeg_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Returns the number of samples in each packet of a stream, or 0 if it varies or is unknown.
static inline int ffmpeg_samples_per_packet(AVCodecParameters *parameters) {
  int count = av_get_audio_frame_duration2(parameters, 0);
  int is_fixed = parameters->codec_id == AV_CODEC_ID_AAC
      || parameters->codec_id == AV_CODEC_ID_AAC_LATM || parameters->codec_id == AV_CODEC_ID_ALAC;
  return count <= 0 && is_fixed ? parameters->frame_size : count;
}

/// Returns the size in bytes of one sample of all channels, or 0 if the codec is not plain PCM.
static inline int ffmpeg_bytes_per_sample(const AVCodecParameters *parameters) {
  return av_get_exact_bits_per_sample(parameters->codec_id) % 8 ? 0
      : av_get_exact_bits_per_sample(parameters->codec_id) / 8 * parameters->ch_layout.nb_channels;
}

static inline int ffmpeg_frame_is_key(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_KEY
  return frame->flags & AV_FRAME_FLAG_KEY;
#else
  return frame->key_frame;
#endif
}

static inline int64_t ffmpeg_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline int ffmpeg_frame_is_corrupt(const AVFrame *frame) {
  return frame->decode_error_flags || frame->flags & AV_FRAME_FLAG_CORRUPT;
}

/// Returns the name of a frame's pixel or sample format; may be null.
static inline const char *ffmpeg_frame_format_name(const AVFrame *frame) {
  return frame->width ? av_get_pix_fmt_name((enum AVPixelFormat)frame->format)
      : av_get_sample_fmt_name((enum AVSampleFormat)frame->format);
}

/// Returns the total size in bytes of the buffers that a frame holds.
static inline size_t ffmpeg_frame_byte_count(const AVFrame *frame) {
  size_t count = 0;
  for (int i = 0; i < AV_NUM_DATA_POINTERS; i++)
    if (frame->buf[i]) count += frame->buf[i]->size;
  for (int i = 0; i < frame->nb_extended_buf; i++) count += frame->extended_buf[i]->size;
  return count;
}

static inline int ffmpeg_frame_plane_count(const AVFrame *frame) {
  if (frame->width) {
    int count = av_pix_fmt_count_planes((enum AVPixelFormat)frame->format);
    return count < 0 ? 0 : count;
  }
  return av_sample_fmt_is_planar((enum AVSampleFormat)frame->format)
      ? frame->ch_layout.nb_channels : 1;
}

/// One plane of a frame, starting at its lowest address.
struct ffmpeg_plane {
  const uint8_t *bytes;
  size_t size;
  ptrdiff_t stride;
};

/// Returns a plane of a frame. `number` must be less than the frame's plane count.
static inline struct ffmpeg_plane ffmpeg_frame_plane(const AVFrame *frame, int number) {
  struct ffmpeg_plane plane = {frame->extended_data[number], 0, 0};
  if (!plane.bytes) return plane;
  if (!frame->width) {
    int sample = av_get_bytes_per_sample((enum AVSampleFormat)frame->format);
    int is_planar = av_sample_fmt_is_planar((enum AVSampleFormat)frame->format);
    plane.size = (size_t)sample * frame->nb_samples
        * (is_planar ? 1 : frame->ch_layout.nb_channels);
    plane.stride = (ptrdiff_t)plane.size;
    return plane;
  }
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  if (format && format->flags & AV_PIX_FMT_FLAG_PAL && number == 1) {
    plane.size = AVPALETTE_SIZE;
    plane.stride = AVPALETTE_SIZE;
    return plane;
  }
  int row = av_image_get_linesize((enum AVPixelFormat)frame->format, frame->width, number);
  int is_chroma = format && (number == 1 || number == 2) && format->nb_components > 2;
  int height = is_chroma ? AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h) : frame->height;
  if (row <= 0 || height <= 0) return plane;
  plane.stride = frame->linesize[number];
  ptrdiff_t distance = plane.stride < 0 ? -plane.stride : plane.stride;
  if (plane.stride < 0) plane.bytes -= distance * (height - 1);
  plane.size = (size_t)distance * (height - 1) + row;
  return plane;
}

/// A complex Fourier transform in both directions, with aligned buffers for the libraries' fast code.
///
/// Not in place: to prepare that, libavutil 5.1 takes a minute for large sizes.
struct ffmpeg_transform {
  AVTXContext *forward;
  AVTXContext *inverse;
  av_tx_fn transform;
  av_tx_fn invert;
  void *input;
  void *output;
  size_t byte_count;
};

static inline void ffmpeg_close_transform(struct ffmpeg_transform *transform) {
  av_tx_uninit(&transform->forward);
  av_tx_uninit(&transform->inverse);
  av_freep(&transform->input);
  av_freep(&transform->output);
}

/// Makes a transform of `count` values. Returns 0 or an error code of FFmpeg.
static inline int ffmpeg_open_transform(struct ffmpeg_transform *transform, int count) {
  float scale = 1;
  transform->byte_count = (size_t)count * sizeof(AVComplexFloat);
  transform->input = av_malloc(transform->byte_count);
  transform->output = av_malloc(transform->byte_count);
  int code = transform->input && transform->output ? 0 : AVERROR(ENOMEM);
  if (code >= 0)
    code = av_tx_init(
        &transform->forward, &transform->transform, AV_TX_FLOAT_FFT, 0, count, &scale, 0);
  if (code >= 0)
    code = av_tx_init(
        &transform->inverse, &transform->invert, AV_TX_FLOAT_FFT, 1, count, &scale, 0);
  if (code < 0) ffmpeg_close_transform(transform);
  return code;
}

/// Replaces `values` by their spectrum, or a spectrum by its values.
static inline void ffmpeg_transform_values(
    struct ffmpeg_transform *transform, void *values, int is_inverse) {
  memcpy(transform->input, values, transform->byte_count);
  (is_inverse ? transform->invert : transform->transform)(
      is_inverse ? transform->inverse : transform->forward, transform->output, transform->input,
      sizeof(AVComplexFloat));
  memcpy(values, transform->output, transform->byte_count);
}
