import PlayheadMedia

extension FFmpegArguments.Output {
  /// The kinds of streams that ffmpeg chooses for the output without `-map`.
  var defaultKinds: [MediaTrack.Kind] {
    let ending = String(url.split(separator: ".").last ?? "").lowercased()
    let isCut = options["f"].map(Self.segmentFormats.contains) ?? false
    let format = isCut ? ending : options["f"] ?? ending
    // A file takes covers only, but among segments the format does not count as one of sound.
    let takesVideo = isCut && Self.coverFormats.contains(format)
    let kinds: [MediaTrack.Kind] =
      Self.audioFormats.contains(format) && !takesVideo
      ? [.audio] : Self.videoFormats.contains(format) ? [.video] : [.video, .audio]
    return kinds.filter { kind in
      kind == .video ? !options.isSet("vn") : !options.isSet("an")
    }
  }

  /// Formats of segments, whose own format is that of their names.
  private static let segmentFormats: Set<String> = ["segment", "ssegment", "stream_segment"]
  /// Formats of sound that have pictures as covers.
  private static let coverFormats: Set<String> = ["aif", "aiff", "flac", "mp3"]
  private static let audioFormats: Set<String> = [
    "aac", "ac3", "adts", "aif", "aiff", "alaw", "amr", "au", "caf", "dts", "eac3", "f32le",
    "f64le", "flac", "g722", "gsm", "latm", "mka", "mlp", "mp2", "mp3", "mulaw", "oga", "opus",
    "rf64", "s16be", "s16le", "s24le", "s32le", "spdif", "spx", "thd", "truehd", "tta", "u8", "voc",
    "w64", "wav", "wv",
  ]
  private static let videoFormats: Set<String> = [
    "264", "265", "apng", "av1", "avif", "bmp", "cavs", "dnxhd", "gif", "h261", "h263", "h264",
    "h265", "hevc", "image2", "image2pipe", "ivf", "jpeg", "jpg", "m1v", "m2v", "mjpeg", "obu",
    "png", "ppm", "rawvideo", "tif", "tiff", "vc1", "webp", "y4m", "yuv", "yuv4mpegpipe",
  ]
}
