import Glibc

/// The clocks of a container whose files may consist of several recordings, in parts of such a file.
enum RecordingClock {
  /// The clock references of MPEG-TS, by PID, in ticks of 1/90000 s.
  case transportStream
  /// The clock references of MPEG program streams, in ticks of 1/90000 s.
  case programStream
  /// The granule positions of Ogg, by serial number.
  case ogg

  /// The times of one clock in a part of a file.
  struct Span {
    var first: Int64
    /// The time after the first one; nil if there is only one.
    var second: Int64?
    /// The time before the last one; nil if there is only one.
    var before: Int64?
    var last: Int64
    /// A time that does not follow the last one. It is wrong, or another recording begins with it.
    var suspect: Int64?

    /// Whether two times agree.
    var isSure: Bool { before != nil }
  }

  /// What a part of a file shows.
  struct Part {
    var place: Int64
    /// The number of bytes.
    var length: Int64
    var spans: [Int: Span] = [:]
    /// Whether another recording begins in the part.
    var hasJoin = false
  }

  private static let clockRange: Int64 = 1 << 33
  /// The longest pause of a recording, in ticks of 1/90000 s.
  static let longestPause: Int64 = 900_000

  /// Returns nil for other containers.
  init?(container: String) {
    switch container {
    case "mpegts": self = .transportStream
    case "mpeg": self = .programStream
    case "ogg": self = .ogg
    default: return nil
    }
  }

  /// Whether a pause shows another recording.
  var hasSeconds: Bool { self != .ogg }

  /// Returns the number of ticks from one time to another.
  func distance(from one: Int64, to other: Int64) -> Int64 {
    let difference = other &- one
    // Granule positions are not negative, so that their difference cannot overflow.
    if self == .ogg { return difference }
    let rest = difference & (Self.clockRange - 1)
    return rest < Self.clockRange / 2 ? rest : rest - Self.clockRange
  }

  /// Returns the times in the bytes at an offset of a file.
  func part(at place: Int64, _ bytes: [UInt8]) -> Part {
    var part = Part(place: place, length: Int64(bytes.count))
    bytes.withUnsafeBytes { bytes in
      switch self {
      case .transportStream: readTransport(bytes, &part)
      case .programStream: readProgram(bytes, &part)
      case .ogg: readPages(bytes, &part)
      }
    }
    // One of two times that do not follow each other is wrong.
    part.spans = part.spans.filter { $0.value.isSure || $0.value.suspect == nil }
    return part
  }

  /// Records a time. Another recording begins where two times follow each other, but not those before them.
  private func record(_ time: Int64, of clock: Int, in part: inout Part) {
    guard var span = part.spans[clock] else {
      part.spans[clock] = Span(first: time, last: time)
      return
    }
    defer { part.spans[clock] = span }
    // Two short recordings may have equal times.
    if follows(time, span.last), span.suspect == nil || time != span.last {
      (span.before, span.last, span.suspect) = (span.last, time, nil)
      span.second = span.second ?? time
    } else if let suspect = span.suspect, follows(time, suspect) {
      if span.isSure {
        part.hasJoin = true
      } else {
        // The first time was wrong.
        (span.first, span.second) = (suspect, time)
      }
      (span.before, span.last, span.suspect) = (suspect, time, nil)
    } else if let before = span.before, time != before, follows(time, before) {
      // The last time was wrong.
      if span.second == span.last { span.second = time }
      (span.last, span.suspect) = (time, nil)
    } else {
      span.suspect = time
    }
  }

  /// Whether a time can be the next one of the same recording.
  private func follows(_ time: Int64, _ before: Int64) -> Bool {
    let distance = distance(from: before, to: time)
    return distance >= 0 && (!hasSeconds || distance <= Self.longestPause)
  }

  private func readTransport(_ bytes: UnsafeRawBufferPointer, _ part: inout Part) {
    guard let layout = TransportLayout(beginning: bytes) else { return }
    var index = Int(layout.start)
    while index + layout.length <= bytes.count {
      let start = index + layout.skipped
      index += layout.length
      guard bytes[start] == TransportLayout.sync else { continue }
      let packet = TransportPacket(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 188]))
      if !packet.isDamaged, let clock = packet.clock {
        record(clock / 300, of: packet.stream, in: &part)
      }
    }
  }

  /// Reads pack headers (ISO/IEC 13818-1, 2.5.3.3, and ISO/IEC 11172-1, 2.4.3.2).
  private func readProgram(_ bytes: UnsafeRawBufferPointer, _ part: inout Part) {
    for start in Self.indices(of: 0xBA, in: bytes) where start >= 3 && start + 6 <= bytes.count {
      guard bytes[start - 3] == 0, bytes[start - 2] == 0, bytes[start - 1] == 1 else { continue }
      let field = bytes[(start + 1)...(start + 5)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      // The base has 3, 15 and 15 bits, with a marker after each.
      let last: Int64
      if field >> 38 == 0b01 {
        last = 3
      } else if field >> 36 == 0b0010 {
        last = 1
      } else {
        continue
      }
      let markers = [last - 1, last + 15, last + 31].allSatisfy { field >> $0 & 1 == 1 }
      guard markers else { continue }
      let (high, middle) = (field >> (last + 32) & 7, field >> (last + 16) & 0x7FFF)
      record(high << 30 | middle << 15 | field >> last & 0x7FFF, of: 0, in: &part)
    }
  }

  /// Reads page headers (RFC 3533).
  private func readPages(_ bytes: UnsafeRawBufferPointer, _ part: inout Part) {
    var hasContent = part.place > 0
    for start in Self.indices(of: 0x4F, in: bytes) where start + 27 <= bytes.count {
      guard bytes[start + 1] == 0x67, bytes[start + 2] == 0x67, bytes[start + 3] == 0x53,
        bytes[start + 4] == 0, bytes[start + 5] < 8
      else { continue }
      let begins = bytes[start + 5] & 2 != 0
      if begins, hasContent { part.hasJoin = true }
      if !begins { hasContent = true }
      let granule = Int64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start + 6, as: Int64.self))
      let serial = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start + 14, as: UInt32.self))
      if granule >= 0 { record(granule, of: Int(serial), in: &part) }
    }
  }

  private static func indices(of byte: Int32, in bytes: UnsafeRawBufferPointer) -> [Int] {
    guard let start = bytes.baseAddress else { return [] }
    var (found, index) = ([Int](), 0)
    while let place = memchr(start + index, byte, bytes.count - index) {
      found.append(UnsafeRawPointer(place) - start)
      index = UnsafeRawPointer(place) - start + 1
    }
    return found
  }
}
