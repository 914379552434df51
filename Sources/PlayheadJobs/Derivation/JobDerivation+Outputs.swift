import PlayheadMedia

extension JobDerivation {
  /// Returns the streams of an output, after the filters for all of its streams.
  private func sources(ofOutput number: Int) throws(UnderivedDuration) -> [(Source, isMade: Bool)] {
    let output = arguments.outputs[number]
    var chosen: [(Source, isMade: Bool)] = []
    // ffmpeg adds what complex filters make without a label to the first output.
    if number == 0 {
      for result in made where result.label == nil {
        chosen.append((Source(decoded: result.stream, copied: result.stream), true))
      }
    }
    let maps = output.options.filter { $0.name == "map" }
    if maps.isEmpty {
      for kind in output.defaultKinds where !chosen.contains(where: { $0.0.decoded.kind == kind }) {
        var best: Source?
        for input in arguments.inputs.indices {
          for source in try sources(ofInput: input)
          where source.decoded.kind == kind && !source.isLeftOut {
            if source.score > best?.score ?? -.infinity { best = source }
          }
        }
        if let best { chosen.append((best, false)) }
      }
      return chosen
    }
    var places: [StreamPath] = []
    for map in maps {
      var text = map.value[...]
      if text.first == "[" {
        let label = text.dropFirst().prefix { $0 != "]" }
        guard let result = made.first(where: { $0.label == String(label) }) else {
          throw UnderivedDuration("no filter makes '[\(label)]'")
        }
        chosen.append((Source(decoded: result.stream, copied: result.stream), true))
        continue
      }
      let isRemoval = text.first == "-"
      text = text.drop { $0 == "-" }.prefix { $0 != "?" && $0 != "," }
      let selected = try sources(text)
      if isRemoval { places.removeAll(where: selected.contains) } else { places += selected }
    }
    for place in places {
      let source = try source(at: place)
      switch source.decoded.kind {
      case .video where output.options.isSet("vn"), .audio where output.options.isSet("an"):
        continue
      default: chosen.append((source, false))
      }
    }
    return chosen
  }

  /// Returns the length of an output in seconds; infinite if it has no end.
  func seconds(ofOutput number: Int) throws(UnderivedDuration) -> Double {
    let options = arguments.outputs[number].options
    for name in ["fs", "apad"] where options[name] != nil {
      throw UnderivedDuration("the effect of -\(name) is unknown")
    }
    if options.contains(where: { $0.name == "bsf" && $0.value.contains("setts") }) {
      throw UnderivedDuration("the effect of bitstream filter 'setts' is unknown")
    }
    let begin = try options.seconds("ss") ?? 0
    let limit = try options.limit(begin: begin) ?? .infinity
    var streams: [JobStream] = []
    var greatest = limit
    var counts: [MediaTrack.Kind: Int] = [:]
    for (index, (source, isMade)) in try sources(ofOutput: number).enumerated() {
      let kind = source.decoded.kind
      let indexOfKind = counts[kind, default: 0]
      counts[kind, default: 0] += 1
      func option(_ name: String) -> String? {
        options.value(name, kind: kind, index: index, indexOfKind: indexOfKind)
      }
      var stream = isMade ? source.decoded : try encoded(source, option)
      if kind == .video, let rate = option("r"), option("codec") != "copy" {
        stream.frameRate = FFmpegNumber.rate(rate)
      }
      stream.move(by: -begin)
      if let text = option("frames") {
        guard stream.kind == .video, let rate = stream.frameRate,
          let count = FFmpegNumber.count(text)
        else { throw UnderivedDuration("the effect of -frames is unknown") }
        // The output ends with the first stream that has all its frames.
        greatest = min(greatest, stream.start + count / rate)
      }
      streams.append(stream)
    }
    let timed = streams.filter {
      ($0.kind == .audio || $0.kind == .video) && !$0.isAttachedPicture
    }
    // Of a subtitle ffmpeg reports the start, which is unknown.
    if timed.isEmpty { throw UnderivedDuration("output \(number) has no audio and no video") }
    let isShortest = options.isSet("shortest")
    let ordered = timed.sorted { $0.end < $1.end }
    let last = isShortest ? ordered.first : ordered.last
    let end = last?.end ?? 0
    let isEstimated = isShortest ? last?.isEstimated == true : timed.contains(where: \.isEstimated)
    if isEstimated, end <= greatest {
      throw UnderivedDuration("the length of an input is an estimate")
    }
    // With -copyts ffmpeg reports the time since the first timestamp that it has reported.
    let start = arguments.globalOptions.isSet("copyts") ? timed.map(\.start).min() ?? 0 : 0
    return max(min(end, greatest) - start, 0)
  }

  /// Returns a stream after the filters of its output, or as it is copied, by its options.
  private func encoded(
    _ source: Source, _ option: (String) -> String?
  ) throws(UnderivedDuration) -> JobStream {
    if option("codec") == "copy" {
      guard let copied = source.copied else {
        throw UnderivedDuration("the copy begins at a keyframe")
      }
      return copied
    }
    if option("filter_script") ?? option("/filter") != nil {
      throw UnderivedDuration("a filter is in a file")
    }
    guard let text = option("filter") else { return source.decoded }
    var isTaken = false
    let results = try FilterGraph(text).results { (label, _) throws(UnderivedDuration) in
      guard !isTaken, label == nil || label == "in" else {
        throw UnderivedDuration("a filter of a single stream has another input")
      }
      isTaken = true
      return source.decoded
    }
    guard results.count == 1 else {
      throw UnderivedDuration("a filter of a single stream has several outputs")
    }
    return results[0].stream
  }
}

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
