extension FilterGraph.Filter {
  private static let videoSources: Set<String> = [
    "allrgb", "allyuv", "cellauto", "color", "colorchart", "colorspectrum", "gradients",
    "haldclutsrc", "life", "mandelbrot", "mptestsrc", "nullsrc", "pal100bars", "pal75bars",
    "perlin", "rgbtestsrc", "sierpinski", "smptebars", "smptehdbars", "testsrc", "testsrc2",
    "yuvtestsrc", "zoneplate",
  ]
  private static let audioSources: Set<String> = [
    "aevalsrc", "afdelaysrc", "afirsrc", "anoisesrc", "anullsrc", "hilbert", "sinc", "sine",
  ]
  private static let files: Set<String> = ["amovie", "movie", "buffer", "abuffer", "openclsrc"]

  /// Returns whether a filter has no input.
  static func isSource(_ name: String) -> Bool {
    videoSources.contains(name) || audioSources.contains(name) || files.contains(name)
  }

  /// Returns the stream of a filter without an input.
  func source() throws(UnderivedDuration) -> JobStream {
    if Self.files.contains(name) { throw unknownEffect }
    let isAudio = Self.audioSources.contains(name)
    let index: Int? =
      switch name {
      case "color", "sine": 3
      case "testsrc", "testsrc2", "smptebars", "smptehdbars", "rgbtestsrc", "yuvtestsrc", "nullsrc",
        "pal75bars", "pal100bars":
        2
      default: nil
      }
    let end = try seconds("duration", "d", index: index) ?? .infinity
    let rate = option("rate", "r", index: index.map { $0 - 1 })
    return JobStream(
      kind: isAudio ? .audio : .video, end: end < 0 ? .infinity : end,
      frameRate: isAudio ? nil : rate.map(FFmpegNumber.rate) ?? 25,
      sampleRate: isAudio ? rate.map { FFmpegNumber.plain($0) } ?? 44_100 : nil)
  }
}
