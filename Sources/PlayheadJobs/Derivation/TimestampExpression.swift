/// An expression of `setpts` or `asetpts`: numbers, variables, `+`, `-`, `*`, `/` and parentheses.
struct TimestampExpression {
  /// What the variables are for a frame.
  struct Variables {
    var stream: JobStream
    /// The time of the frame.
    var time: Double
    /// The length of a tick.
    var tick: Double

    subscript(name: Substring) -> Double? {
      switch name {
      case "PTS": time / tick
      case "STARTPTS": stream.start / tick
      case "T": time
      case "STARTT": stream.start
      case "TB": tick
      case "FRAME_RATE", "FR": stream.frameRate
      case "SR", "SAMPLE_RATE": stream.sampleRate
      case "N", "NB_CONSUMED_SAMPLES":
        (stream.kind == .audio ? stream.sampleRate : stream.frameRate)
          .map { (time - stream.start) * $0 }
      case "PI": Double.pi
      default: nil
      }
    }
  }

  private static let greatestDepth = 100
  private let text: String

  init(_ text: String) {
    self.text = text.filter { !$0.isWhitespace }
  }

  /// Returns the stream with its new times; nil if they are not linear in time, or unknown.
  func applied(to stream: JobStream) -> JobStream? {
    guard let start = seconds(stream.start, stream) else { return nil }
    var result = stream
    result.start = start
    if stream.end == .infinity {
      // It has no end if time continues.
      return seconds(stream.start + 1, stream).flatMap { $0 > start ? result : nil }
    }
    guard let end = seconds(stream.end, stream),
      let middle = seconds((stream.start + stream.end) / 2, stream),
      abs(middle - (start + end) / 2) <= 0.001 * max(abs(end - start), 0.001), end >= start
    else { return nil }
    result.end = end
    return result
  }

  /// Returns the new time of a frame, if it does not depend on the timebase.
  private func seconds(_ time: Double, _ stream: JobStream) -> Double? {
    let results = [1.0 / 90_000, 1.0 / 1_000].map { tick in
      value(Variables(stream: stream, time: time, tick: tick)).map { $0 * tick }
    }
    guard let one = results[0], let two = results[1], one.isFinite, abs(one - two) < 0.000_1 else {
      return nil
    }
    return one
  }

  private func value(_ variables: Variables) -> Double? {
    var rest = text[...]
    guard let value = Self.sum(&rest, variables, depth: 0), rest.isEmpty else { return nil }
    return value
  }

  private static func sum(_ rest: inout Substring, _ variables: Variables, depth: Int) -> Double? {
    guard depth < greatestDepth, var total = product(&rest, variables, depth: depth) else {
      return nil
    }
    while let sign = rest.first, sign == "+" || sign == "-" {
      rest.removeFirst()
      guard let next = product(&rest, variables, depth: depth) else { return nil }
      total += sign == "+" ? next : -next
    }
    return total
  }

  private static func product(
    _ rest: inout Substring, _ variables: Variables, depth: Int
  ) -> Double? {
    guard var total = operand(&rest, variables, depth: depth) else { return nil }
    while let sign = rest.first, sign == "*" || sign == "/" {
      rest.removeFirst()
      guard let next = operand(&rest, variables, depth: depth) else { return nil }
      total = sign == "*" ? total * next : total / next
    }
    return total
  }

  private static func operand(
    _ rest: inout Substring, _ variables: Variables, depth: Int
  ) -> Double? {
    var isNegative = false
    while let sign = rest.first, sign == "-" || sign == "+" {
      isNegative = isNegative != (sign == "-")
      rest.removeFirst()
    }
    let value: Double?
    if rest.first == "(" {
      rest.removeFirst()
      value = sum(&rest, variables, depth: depth + 1)
      guard rest.first == ")" else { return nil }
      rest.removeFirst()
    } else {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
      rest = rest[word.endIndex...]
      value = FFmpegNumber.plain(word) ?? variables[word]
    }
    return value.map { isNegative ? -$0 : $0 }
  }
}
