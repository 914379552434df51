// The functions of libswresample that convert decoded sound. Only its headers are needed to build:
// the library is loaded on first use, because nothing but sound needs it.
#pragma once

#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

#include <dlfcn.h>
#include <stdint.h>

/// Pointers to the functions, with the types that the headers declare.
struct ffmpeg_resampling {
  __typeof__(swr_alloc_set_opts2) *alloc;
  __typeof__(swr_set_matrix) *set_matrix;
  __typeof__(swr_init) *init;
  __typeof__(swr_free) *free;
  __typeof__(swr_convert) *convert;
};

static inline const char *ffmpeg_resampling_library(void) {
  return "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR);
}

/// Loads the library, which then stays loaded. Returns 0 if it is not installed.
static inline int ffmpeg_load_resampling(struct ffmpeg_resampling *library) {
  void *handle = dlopen(ffmpeg_resampling_library(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  library->alloc = (__typeof__(library->alloc))dlsym(handle, "swr_alloc_set_opts2");
  library->set_matrix = (__typeof__(library->set_matrix))dlsym(handle, "swr_set_matrix");
  library->init = (__typeof__(library->init))dlsym(handle, "swr_init");
  library->free = (__typeof__(library->free))dlsym(handle, "swr_free");
  library->convert = (__typeof__(library->convert))dlsym(handle, "swr_convert");
  return library->alloc && library->set_matrix && library->init && library->free
      && library->convert;
}

/// The channels of sound whose layout is not known otherwise: those of a FLAC file.
static inline AVChannelLayout ffmpeg_usual_layout(int channel_count) {
  AVChannelLayout layout = {AV_CHANNEL_ORDER_UNSPEC, channel_count};
  if (channel_count == 3) layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_SURROUND;
  else if (channel_count == 4) layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_QUAD;
  else if (channel_count <= 8) av_channel_layout_default(&layout, channel_count);
  return layout;
}

/// Sets how channels are mixed if libswresample cannot decide it, or not well: a single channel is
/// heard on both front channels without losing volume, as is the sum of all directions of a sound
/// field; of other channels, the first are heard.
static inline int ffmpeg_set_mixing(
    const struct ffmpeg_resampling *library, SwrContext *context, const AVChannelLayout *input,
    int channel_count) {
  int is_single = input->nb_channels == 1 || input->order == AV_CHANNEL_ORDER_AMBISONIC;
  double *matrix = av_calloc((size_t)channel_count * input->nb_channels, sizeof *matrix);
  if (!matrix) return AVERROR(ENOMEM);
  for (int i = 0; i < channel_count; i++) {
    if (is_single ? i < 2 : i < input->nb_channels)
      matrix[i * input->nb_channels + (is_single ? 0 : i)] = 1;
  }
  int code = library->set_matrix(context, matrix, input->nb_channels);
  av_free(matrix);
  return code;
}

/// Makes a context that converts sound like that of `frame` to interleaved samples of 32-bit floating
/// point. Returns 0 or an error code of FFmpeg.
static inline int ffmpeg_open_resampler(
    const struct ffmpeg_resampling *library, SwrContext **context, const AVFrame *frame,
    int sample_rate, int channel_count) {
  int input_count = frame->ch_layout.nb_channels;
  AVChannelLayout output = ffmpeg_usual_layout(channel_count);
  AVChannelLayout unknown = {AV_CHANNEL_ORDER_UNSPEC, input_count};
  AVChannelLayout input = frame->ch_layout;
  if (output.order == AV_CHANNEL_ORDER_UNSPEC) input = unknown;
  else if (input.order == AV_CHANNEL_ORDER_UNSPEC) input = ffmpeg_usual_layout(input_count);
  int is_mixed = channel_count != input_count
      && (input_count == 1 || output.order == AV_CHANNEL_ORDER_UNSPEC);
  int code = 0;
  for (int is_last = is_mixed; ; is_last = is_mixed = 1) {
    code = library->alloc(
        context, &output, AV_SAMPLE_FMT_FLT, sample_rate, is_mixed ? &unknown : &input,
        (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL);
    // Without a limit the sum of several channels may be greater than 1.
    if (code >= 0) code = av_opt_set_double(*context, "rematrix_maxval", 1, 0);
    if (code >= 0 && is_mixed)
      code = ffmpeg_set_mixing(library, *context, &frame->ch_layout, channel_count);
    if (code >= 0) code = library->init(*context);
    if (code >= 0 || is_last) break;
    library->free(context);
  }
  if (code < 0) library->free(context);
  return code;
}

/// Converts a frame, or returns the samples left in the context if `frame` is null. Returns the number of
/// frames written to `samples`, at most `capacity`, or an error code of FFmpeg.
static inline int ffmpeg_resample(
    const struct ffmpeg_resampling *library, SwrContext *context, float *samples, int capacity,
    const AVFrame *frame) {
  uint8_t *output[] = {(uint8_t *)samples};
  const uint8_t **input = frame ? (const uint8_t **)frame->extended_data : NULL;
  return library->convert(context, output, capacity, input, frame ? frame->nb_samples : 0);
}
