import PlayheadMedia

extension FFmpegArguments.Input {
  private static let devices: Set<String> = [
    "alsa", "android_camera", "avfoundation", "bktr", "decklink", "dshow", "fbdev", "gdigrab",
    "iec61883", "jack", "kmsgrab", "libdc1394", "oss", "pipewiregrab", "pulse", "sndio",
    "v4l2", "video4linux2", "vfwcap", "x11grab", "xcbgrab",
  ]
  private static let liveProtocols = [
    "rtmp", "rtsp", "rtp", "srt", "tcp", "udp", "unix", "sctp", "zmq",
  ]

  /// Whether the media has no end, or none that can be known before.
  package var isLive: Bool {
    if options["f"].map(Self.devices.contains) ?? false { return true }
    if options["loop"] == "1" && imageFiles != nil { return true }
    let scheme = url.split(separator: ":", maxSplits: 1).first ?? ""
    return url.contains("://") && Self.liveProtocols.contains { scheme.hasPrefix($0) }
      || FFmpegArguments.isDescriptor(nil, url, options)
  }

  /// Returns the streams of the input, at the times of the output.
  ///
  /// - Parameters:
  ///   - facts: What is known of the file.
  ///   - number: The index of the input, for messages.
  func streams(facts: JobInputFacts?, number: Int) throws(UnderivedDuration) -> [JobStream] {
    var streams = try mediaStreams(facts: facts, number: number)
    if let text = options["r"], imageFiles == nil {
      guard let rate = FFmpegNumber.rate(text) else { throw Self.unreadable("r", text) }
      for index in streams.indices where streams[index].kind == .video {
        guard let former = streams[index].frameRate else {
          throw UnderivedDuration("the frame rate of input \(number) is unknown")
        }
        streams[index].scale(by: former / rate)
        streams[index].frameRate = rate
      }
    }
    // An unknown length matters only where an offset counts from the end.
    let length = facts?.duration?.seconds ?? streams.map(\.end).max() ?? 0
    let begin = try begin(length: length)
    if let text = options["stream_loop"], text != "0" {
      guard let count = Int64(text) else { throw Self.unreadable("stream_loop", text) }
      let pass = max((streams.map(\.end).max() ?? 0) - begin, 0)
      for index in streams.indices where !streams[index].isAttachedPicture {
        streams[index].end = count < 0 ? .infinity : streams[index].end + Double(count) * pass
      }
    }
    let offset = try options.seconds("itsoffset") ?? 0
    for index in streams.indices {
      streams[index].move(by: -begin)
      streams[index].start += offset
      streams[index].end += offset
      if offset < 0 { streams[index].start = max(streams[index].start, 0) }
    }
    if let text = options["itsscale"] {
      guard let scale = FFmpegNumber.plain(text) else { throw Self.unreadable("itsscale", text) }
      for index in streams.indices { streams[index].scale(by: scale) }
    }
    return streams
  }

  /// Returns the greatest length that the options allow.
  func limit() throws(UnderivedDuration) -> Double? {
    try options.limit(begin: try options.seconds("ss") ?? 0)
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
    guard let facts else { throw UnderivedDuration("the length of input \(number) is unknown") }
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

extension [FFmpegOption] {
  /// Returns the length that an option gives, or nil without the option.
  func seconds(_ name: String) throws(UnderivedDuration) -> Double? {
    guard let text = self[name] else { return nil }
    guard let seconds = FFmpegNumber.seconds(text) else {
      throw UnderivedDuration("-\(name) '\(text)' cannot be read")
    }
    return seconds
  }

  /// Returns the greatest length that `-t` or `-to` allows.
  func limit(begin: Double) throws(UnderivedDuration) -> Double? {
    if let length = try seconds("t") { return length }
    return try seconds("to").map { $0 - begin }
  }

  /// Returns the value of the last option that is for a stream.
  ///
  /// - Parameters:
  ///   - name: The name of the option.
  ///   - kind: The kind of the stream.
  ///   - index: The number of streams before it in the file.
  ///   - indexOfKind: The number of streams of its kind before it.
  func value(
    _ name: String, kind: MediaTrack.Kind, index: Int, indexOfKind: Int
  ) -> String? {
    last { option in
      guard option.name == name else { return false }
      let parts = (option.specifier ?? "").split(separator: ":")
      guard let first = parts.first else { return true }
      if parts.count == 1, Int(first) == index { return true }
      guard MediaTrack.Kind(specifier: first) == kind else { return false }
      return parts.count == 1 || parts.count == 2 && Int(parts[1]) == indexOfKind
    }?.value
  }
}

extension MediaTrack.Kind {
  /// The kind that a letter of a stream specifier means.
  init?(specifier: some StringProtocol) {
    switch specifier {
    case "v", "V": self = .video
    case "a": self = .audio
    case "s": self = .subtitle
    case "d": self = .data
    case "t": self = .attachment
    default: return nil
    }
  }
}
