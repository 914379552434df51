import PlayheadMedia
import PlayheadTimekeeping

/// A part of media that declares where its timestamps jump.
struct DeclaredPart {
  /// The start on the joined timeline.
  var start: MediaTime
  /// The offset of the part's clock.
  var offset: MediaTime
}

// Seeks that begin at the part of the target, without reading the parts before it.
extension JoinedSource {
  /// How much earlier than the declared end of a part a seek lands at least, because lengths are rounded.
  private static let lead = MediaTime.seconds(1)
  /// The number of ends of parts over which a seek reads at most.
  private static let greatestMeasuredCount = 32
  /// The greatest difference between two clocks of which one continues the other.
  private static let tolerance = MediaTime.milliseconds(100)

  /// Seeks in the part that contains a time; returns false if no parts are declared, or they cannot be read from there.
  func seekInPart(to time: MediaTime) throws(MediaError) -> Bool {
    let joins = try known.declaredJoins()
    guard !joins.isEmpty, let source = source as? any JoinableSource else { return false }
    learnParts(joins)
    var number = (1...joins.count).last { start(ofPart: $0, joins) <= time } ?? 0
    if source.isLocalFile {
      // Opening many parts takes longer than reading them.
      let unknownCount = (0..<number).lazy.filter { self.parts[$0 + 1] == nil }.count
      if unknownCount > Self.greatestMeasuredCount { return false }
      try measureParts(upTo: number, joins, source)
    }
    while number > 0, start(ofPart: number, joins) > time { number -= 1 }
    guard let part = try enter(number, joins, source) else { return false }
    var place = time
    if number < joins.count {
      let end = parts[number + 1]?.start ?? joins[number].lowerBound
      place = min(place, end.subtracting(Self.lead) ?? place)
    }
    try seek(to: place, in: part, source)
    return true
  }

  /// Returns the start of a part: the declared one, unless it was read.
  private func start(ofPart number: Int, _ joins: [ClosedRange<MediaTime>]) -> MediaTime {
    if let part = parts[number] { return part.start }
    let join = joins[number - 1]
    let width = join.upperBound.subtracting(join.lowerBound) ?? .zero
    return width.divided(by: 2).flatMap { join.lowerBound.adding($0) } ?? join.lowerBound
  }

  /// Records the parts at whose starts joins were read.
  private func learnParts(_ joins: [ClosedRange<MediaTime>]) {
    if parts.isEmpty { parts[0] = DeclaredPart(start: .zero, offset: .zero) }
    for join in join.joins {
      let distances = joins.map { declared in
        max(
          declared.lowerBound.subtracting(join.time) ?? .zero,
          join.time.subtracting(declared.upperBound) ?? .zero)
      }
      guard let least = distances.min(), least <= Self.lead,
        let number = distances.firstIndex(of: least).map({ $0 + 1 }), parts[number] == nil,
        let offset = join.time.subtracting(join.clockAfter)
      else { continue }
      parts[number] = DeclaredPart(start: join.time, offset: offset)
    }
  }

  /// Reads over the unknown ends of the parts before one, because the declared lengths of segments are rounded.
  private func measureParts(
    upTo number: Int, _ joins: [ClosedRange<MediaTime>], _ source: any JoinableSource
  ) throws(MediaError) {
    for next in 1..<max(number + 1, 1) where parts[next] == nil {
      guard let part = try enter(next - 1, joins, source),
        let place = joins[next - 1].lowerBound.subtracting(Self.lead),
        let limit = joins[next - 1].upperBound.adding(Self.lead)
      else { return }
      do throws(MediaError) {
        try seek(to: place, in: part, source)
        while join.part.number == 0, case .packet(let packet) = try read() {
          guard let time = time(of: packet), time > limit else { continue }
          // The clock continues.
          parts[next] = DeclaredPart(start: start(ofPart: next, joins), offset: part.offset)
          break
        }
      } catch {
        if error.reason == .interrupted { throw error }
        return
      }
      if let start = join.part.start {
        parts[next] = DeclaredPart(start: start, offset: join.part.offset)
      }
      if parts[next] == nil { return }
    }
  }

  /// Continues at the start of a part; returns nil if the source cannot be read from there.
  private func enter(
    _ number: Int, _ joins: [ClosedRange<MediaTime>], _ source: any JoinableSource
  ) throws(MediaError) -> DeclaredPart? {
    if number > 0, wholeInfo == nil { wholeInfo = source.info }
    guard try source.enter(part: number) else { return nil }
    if number == 0 { return parts[0] }
    let clock = source.info.presentationStart ?? .zero
    let start = start(ofPart: number, joins)
    guard let offset = start.subtracting(clock) else { return nil }
    if let part = parts[number] {
      // Behind another part, libavformat may have counted the clock on beyond its 33 bits, or before zero.
      let period = TimestampJoin.period
      let offsets = [.zero, period, -period].compactMap { part.offset.adding($0) }
      let right = offsets.first { Self.isWithin(Self.lead, offset, $0) }
      return DeclaredPart(start: start, offset: right ?? offset)
    }
    let before = parts.filter { $0.key < number }.max { $0.key < $1.key }?.value.offset
    if let before, Self.isWithin(Self.tolerance, offset, before) {
      return DeclaredPart(start: start, offset: before)
    }
    return DeclaredPart(start: start, offset: offset)
  }

  private static func isWithin(
    _ distance: MediaTime, _ one: MediaTime, _ other: MediaTime
  ) -> Bool {
    one.subtracting(other).map { $0 <= distance && $0 >= -distance } ?? false
  }

  private func seek(
    to time: MediaTime, in part: DeclaredPart, _ source: any JoinableSource
  ) throws(MediaError) {
    let start = source.info.presentationStart ?? .zero
    let place = max(time.subtracting(part.offset) ?? time, start)
    try source.seek(to: place)
    restart(near: place, offset: part.offset)
  }
}
