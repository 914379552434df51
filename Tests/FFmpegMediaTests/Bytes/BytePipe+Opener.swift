import PlayheadFFmpeg

extension BytePipe {
  var opener: FFmpegOpener { FFmpegOpener(path: "pipe:\(readEnd)") }
}
