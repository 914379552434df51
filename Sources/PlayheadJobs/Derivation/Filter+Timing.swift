import PlayheadMedia

extension FilterGraph.Filter {
  /// Returns the streams that the filter makes of its inputs.
  func outputs(of inputs: [JobStream]) throws(UnderivedDuration) -> [JobStream] {
    if Self.isSource(name) { return [try source()] }
    guard let first = inputs.first else { throw UnderivedDuration("filter '\(name)' has no input") }
    if inputs.count > 1 || inputCount > 1 { return try joined(inputs) }
    if Self.underived.contains(name) { throw unknownEffect }
    switch name {
    case "split", "asplit":
      return Array(repeating: first, count: number("outputs", index: 0, default: 2))
    case "concat": return [first]
    default:
      let stream = try changed(first)
      // A filter with several outputs divides each frame.
      return Array(repeating: stream, count: max(outputs.count, 1))
    }
  }

  /// The filter changes times in a way that does not follow from its options.
  var unknownEffect: UnderivedDuration {
    UnderivedDuration("the effect of filter '\(name)' is unknown")
  }

  /// Filters whose output depends on the contents, or on more than the options.
  private static let underived: Set<String> = [
    "aselect", "asegment", "asendcmd", "astreamselect", "azmq", "decimate", "minterpolate",
    "mpdecimate", "segment", "select", "sendcmd", "silenceremove", "streamselect",
    "thumbnail", "tile", "untile", "zmq",
  ]

  /// Returns the stream after a filter with one input.
  private func changed(_ input: JobStream) throws(UnderivedDuration) -> JobStream {
    var stream = input
    switch name {
    case "trim", "atrim": try trim(&stream)
    case "setpts", "asetpts":
      guard let text = option("expr", index: 0),
        let result = TimestampExpression(text).applied(to: stream)
      else { throw unknownEffect }
      stream = result
    case "atempo": stream.end = stream.start + stream.length / (try positive("tempo", index: 0))
    case "rubberband":
      if option("tempo", index: 0) != nil {
        stream.end = stream.start + stream.length / (try positive("tempo", index: 0))
      }
    case "asetrate":
      let rate = try positive("sample_rate", "r", index: 0)
      guard let former = stream.sampleRate else { throw unknownEffect }
      stream.scale(by: former / rate)
      stream.sampleRate = rate
    case "aresample":
      stream.sampleRate = option("sample_rate", index: 0).flatMap(FFmpegNumber.plain)
    case "aformat": stream.sampleRate = nil
    case "fps":
      stream.frameRate = option("fps", index: 0).map(FFmpegNumber.rate) ?? 25
      if let rate = stream.frameRate { stream.end = (stream.end * rate).rounded() / rate }
    case "framerate": stream.frameRate = option("fps", index: 0).map(FFmpegNumber.rate) ?? 50
    case "framestep":
      let step = option("step", index: 0).flatMap(FFmpegNumber.count) ?? 1
      stream.frameRate = stream.frameRate.map { $0 / max(step, 1) }
    case "yadif", "bwdif", "estdif", "w3fdif", "telecine", "detelecine", "pullup", "fieldmatch",
      "tinterlace", "interlace", "separatefields", "weave", "doubleweave", "dejudder":
      stream.frameRate = nil
    case "zoompan": try zoom(&stream)
    case "loop", "aloop": try loop(&stream)
    case "tpad": try pad(&stream)
    case "apad": stream.end = try paddedEnd(of: stream)
    case "adelay": stream.end += try delay(stream)
    case _ where name.hasPrefix("show") && stream.kind == .audio, "avectorscope", "aphasemeter",
      "ahistogram", "abitscope":
      stream.kind = .video
      stream.frameRate = option("rate", "r").flatMap(FFmpegNumber.rate) ?? 25
    default: break
    }
    return stream
  }

  private func trim(_ stream: inout JobStream) throws(UnderivedDuration) {
    let rate = stream.kind == .audio ? stream.sampleRate : stream.frameRate
    let (firstName, lastName) =
      stream.kind == .audio ? ("start_sample", "end_sample") : ("start_frame", "end_frame")
    guard option("start_pts", "end_pts") == nil else {
      throw unknownEffect
    }
    var bounds = (
      start: try seconds("start", "starti", index: 0), end: try seconds("end", "endi", index: 1)
    )
    for (key, isStart) in [(firstName, true), (lastName, false)] {
      guard let text = option(key) else { continue }
      guard let count = FFmpegNumber.count(text), let rate else {
        throw unknownEffect
      }
      let time = stream.start + count / rate
      if isStart { bounds.start = time } else { bounds.end = time }
    }
    stream.start = max(stream.start, bounds.start ?? 0)
    stream.cut(after: bounds.end ?? .infinity)
    if let length = try seconds("duration", "durationi") {
      stream.cut(after: stream.start + length)
    }
  }

  /// Adds what a loop repeats: a number of frames or samples, from one of them on.
  private func loop(_ stream: inout JobStream) throws(UnderivedDuration) {
    let (countText, sizeText) = (option("loop", index: 0) ?? "0", option("size", index: 1) ?? "0")
    guard let count = Int64(countText), let size = FFmpegNumber.count(sizeText) else {
      throw unknownEffect
    }
    if count == 0 || size == 0 { return }
    if count < 0 { return stream.end = .infinity }
    guard let first = FFmpegNumber.count(option("start", index: 2) ?? "0"),
      let rate = stream.kind == .audio ? stream.sampleRate : stream.frameRate
    else { throw unknownEffect }
    let rest = (stream.length * rate).rounded() - max(first - 1, 0)
    // Some versions of FFmpeg leave a gap as long as one pass before the frames that follow.
    if stream.kind == .video, size < rest { throw unknownEffect }
    stream.end += Double(count) * min(size, max(rest, 0)) / rate
  }

  private func zoom(_ stream: inout JobStream) throws(UnderivedDuration) {
    let rate = option("fps").flatMap(FFmpegNumber.rate) ?? 25
    guard let count = FFmpegNumber.plain(option("d") ?? "90"), let former = stream.frameRate else {
      throw unknownEffect
    }
    stream.end = stream.start + (stream.length * former).rounded() * count / rate
    stream.frameRate = rate
  }

  private func pad(_ stream: inout JobStream) throws(UnderivedDuration) {
    for (key, durationKey, index) in [("start", "start_duration", 0), ("stop", "stop_duration", 1)]
    {
      if let length = try seconds(durationKey, index: nil) {
        stream.end += length
      } else if let text = option(key, index: index), text != "0" {
        guard let count = text == "-1" ? .infinity : FFmpegNumber.count(text),
          let rate = stream.frameRate
        else { throw unknownEffect }
        stream.end += count / rate
      }
    }
  }

  private func paddedEnd(of stream: JobStream) throws(UnderivedDuration) -> Double {
    if let length = try seconds("pad_dur") { return stream.end + length }
    if let length = try seconds("whole_dur") { return max(stream.end, length) }
    if let text = option("pad_len") ?? option("whole_len") {
      guard let count = FFmpegNumber.count(text), let rate = stream.sampleRate else {
        throw unknownEffect
      }
      return option("pad_len") == nil ? max(stream.end, count / rate) : stream.end + count / rate
    }
    return .infinity
  }

  /// Returns the longest delay of a channel: milliseconds, `2s`, or a number of samples such as `9S`.
  private func delay(_ stream: JobStream) throws(UnderivedDuration) -> Double {
    var greatest = 0.0
    for text in (option("delays", index: 0) ?? "").split(separator: "|") {
      let unit: Double? =
        text.hasSuffix("s") ? 1 : text.hasSuffix("S") ? stream.sampleRate.map { 1 / $0 } : 0.001
      guard let unit,
        let count = FFmpegNumber.plain(
          text.hasSuffix("s") || text.hasSuffix("S") ? text.dropLast() : text)
      else { throw unknownEffect }
      greatest = max(greatest, count * unit)
    }
    return greatest
  }

  /// Returns the length that an option gives, or nil without the option.
  func seconds(_ keys: String..., index: Int? = nil) throws(UnderivedDuration) -> Double? {
    guard let text = value(keys, index: index) else { return nil }
    guard let seconds = FFmpegNumber.seconds(text) else {
      throw unknownEffect
    }
    return seconds
  }

  private func positive(_ keys: String..., index: Int) throws(UnderivedDuration) -> Double {
    guard let value = value(keys, index: index).flatMap(FFmpegNumber.plain), value > 0 else {
      throw unknownEffect
    }
    return value
  }
}
