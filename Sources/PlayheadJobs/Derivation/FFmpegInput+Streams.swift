import PlayheadMedia

extension FFmpegArguments.Input {
  private static let devices: Set<String> = [
    "alsa", "android_camera", "avfoundation", "bktr", "decklink", "dshow", "fbdev", "gdigrab",
    "iec61883", "jack", "kmsgrab", "libdc1394", "oss", "pipewiregrab", "pulse", "sndio",
    "v4l2", "video4linux2", "vfwcap", "x11grab", "xcbgrab",
  ]
  private static let subtitleEndings: Set<String> = ["ass", "srt", "ssa", "sub", "sup", "vtt"]
  private static let liveProtocols = [
    "rtmp", "rtsp", "rtp", "srt", "tcp", "udp", "unix", "sctp", "zmq",
  ]

  /// Whether the media has no end, or none that can be known before.
  package var isLive: Bool {
    if options["f"].map(Self.devices.contains) ?? false { return true }
    if options["loop"] == "1" && imageFiles != nil || options["listen"] ?? "0" != "0" {
      return true
    }
    let scheme = url.split(separator: ":", maxSplits: 1).first ?? ""
    return url.contains("://") && Self.liveProtocols.contains { scheme.hasPrefix($0) }
      || FFmpegArguments.isDescriptor(nil, url, options)
  }

  /// How ffmpeg changes an input's timestamps.
  struct Timing {
    /// Whether streams are copied, and not decoded.
    var isCopied: Bool
    /// Whether timestamps stay as they are, and do not begin at zero (`-copyts`).
    var isKept: Bool
    /// Whether they begin at zero all the same (`-start_at_zero`).
    var startsAtZero: Bool
  }

  /// Returns the streams of the input, at the times of the output. Messages give the input a number.
  func streams(
    facts: JobInputFacts?, number: Int, timing: Timing
  ) throws(UnderivedDuration) -> [JobStream] {
    var streams = try mediaStreams(facts: facts, number: number)
    if hasTimesOfReading {
      throw UnderivedDuration("the times of input \(number) are those of its reading")
    }
    if !timing.isCopied || facts?.isUntimed == true {
      try replaceRate(of: &streams, number: number)
    }
    if repeatsAnimation { try repeatAnimation(&streams, facts?.playCount, number: number) }
    // An unknown length matters only where an offset counts from the end.
    let length = facts?.duration?.seconds ?? streams.map(\.end).max() ?? 0
    let begin = try begin(length: length)
    let limit = try options.limit(begin: try options.seconds("ss") ?? 0) ?? .infinity
    try repeatStreams(&streams, from: begin, number: number)
    var offset = try options.seconds("itsoffset") ?? 0
    if timing.isKept, !timing.startsAtZero { offset += facts?.start.seconds ?? 0 }
    let scale = try options["itsscale"].map { text throws(UnderivedDuration) in
      guard let scale = FFmpegNumber.plain(text) else { throw Self.unreadable("itsscale", text) }
      return scale
    }
    for index in streams.indices {
      streams[index].cut(before: begin)
      streams[index].move(by: timing.isKept ? offset : offset - begin)
      if let scale { streams[index].scale(by: scale) }
      // A decoded stream is cut after this length, a copied one at this time.
      let zero =
        !timing.isCopied
        ? streams[index].start : timing.isKept ? begin + (facts?.start.seconds ?? 0) : 0
      streams[index].cut(after: zero + limit)
    }
    return streams
  }

  /// Gives frames of video the times of another rate.
  private func replaceRate(
    of streams: inout [JobStream], number: Int
  ) throws(UnderivedDuration) {
    guard let text = options["r"], imageFiles == nil else { return }
    guard let rate = FFmpegNumber.rate(text) else { throw Self.unreadable("r", text) }
    for index in streams.indices where streams[index].kind == .video {
      guard let former = streams[index].frameRate else {
        throw UnderivedDuration("the frame rate of input \(number) is unknown")
      }
      streams[index].scale(by: former / rate)
      streams[index].frameRate = rate
    }
  }

  /// Repeats an animation as often as it plays.
  private func repeatAnimation(
    _ streams: inout [JobStream], _ count: Double?, number: Int
  ) throws(UnderivedDuration) {
    guard let count else {
      throw UnderivedDuration("how often input \(number) plays is unknown")
    }
    for index in streams.indices where streams[index].end > 0 { streams[index].end *= count }
  }

  /// Adds the repetitions of `-stream_loop`: of the whole file, each with the length from the least timestamp on.
  private func repeatStreams(
    _ streams: inout [JobStream], from begin: Double, number: Int
  ) throws(UnderivedDuration) {
    guard let text = options["stream_loop"], text != "0", options["f"] != "lavfi" else { return }
    guard let count = Int64(text) else { throw Self.unreadable("stream_loop", text) }
    if begin > 0, count > 0, streams.contains(where: { $0.kind == .video }) {
      throw UnderivedDuration("the repetition of input \(number) begins at a keyframe")
    }
    let end = streams.map(\.end).max() ?? 0
    let first = max(end - begin, 0)
    let passes = first + (Double(count) - 1) * (end - min(begin, first))
    for index in streams.indices where !streams[index].isAttachedPicture {
      streams[index].end = count < 0 ? .infinity : streams[index].end + passes
    }
  }

  private static func unreadable(_ name: String, _ value: String) -> UnderivedDuration {
    UnderivedDuration("-\(name) '\(value)' cannot be read")
  }

  private func begin(length: Double) throws(UnderivedDuration) -> Double {
    if let begin = try options.seconds("ss") { return begin }
    guard let fromEnd = try options.seconds("sseof") else { return 0 }
    guard length.isFinite else { throw UnderivedDuration("-sseof needs an end") }
    return max(length + fromEnd, 0)
  }

  private func mediaStreams(
    facts: JobInputFacts?, number: Int
  ) throws(UnderivedDuration) -> [JobStream] {
    if options["f"] == "lavfi" {
      return try FilterGraph(url).results { (_, _) throws(UnderivedDuration) in
        throw UnderivedDuration("input \(number) has an open filter")
      }.map(\.stream)
    }
    if let images = imageFiles {
      let rate = options["r"] ?? options["framerate"]
      let count = images == .single ? 1 : facts?.imageCount
      guard let rate = rate.map({ FFmpegNumber.rate($0) }) ?? 25, let count else {
        throw UnderivedDuration("the number of images of input \(number) is unknown")
      }
      return [
        JobStream(
          kind: .video, end: isLive ? .infinity : Double(count) / rate, frameRate: rate)
      ]
    }
    if isLive {
      return [
        JobStream(
          kind: .video, end: .infinity, frameRate: options["framerate"].flatMap(FFmpegNumber.rate)),
        JobStream(kind: .audio, end: .infinity),
      ]
    }
    if options["f"] == "ffmetadata" { return [] }
    guard let facts else {
      let ending = url.split(separator: ".").last.map { $0.lowercased() } ?? ""
      if Self.subtitleEndings.contains(ending) { return [JobStream(kind: .subtitle, end: 0)] }
      throw UnderivedDuration("the length of input \(number) is unknown")
    }
    var streams: [JobStream] = []
    for track in facts.tracks {
      if let stream = track.jobStream(facts: facts) {
        streams.append(stream)
      } else if track.kind == .audio || track.kind == .video {
        throw UnderivedDuration("the length of input \(number) is unknown")
      } else {
        streams.append(JobStream(kind: track.kind, end: 0))
      }
    }
    return streams
  }
}
