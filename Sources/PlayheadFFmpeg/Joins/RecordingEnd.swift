import Glibc

/// Finds where another recording begins behind one, in containers that do not provide for that but may be joined
/// (`cat a b`): by the length that the first one declares, or by the first bytes of the other one.
///
/// Sources of the formats: RFC 9639, 8; RFC 8794, 11.2; RFC 9559, 5.1; ffmpeg.org, NUT Open Container Format;
/// wiki.multimedia.cx, Sony Wave64; Adobe, Video File Format Specification 10, annex E; Microsoft, Advanced Systems Format
/// Specification, 3.2.
struct RecordingEnd {
  enum Container: String {
    case asf
    case flac
    case flash = "flv"
    case matroska = "matroska,webm"
    case nut
    case wave64 = "w64"
  }

  enum Rule {
    /// Another recording begins at one of these offsets, or none does.
    case places([Int64])
    /// Another recording may begin anywhere behind the first byte.
    case anywhere
  }

  /// The number of bytes that show whether another recording begins, at most.
  static let beginningLength = 40
  /// The bytes in which the length of a recording is looked for.
  static let headLength = 4_096

  let container: Container
  /// Nil until the first bytes have shown it.
  private(set) var rule: Rule?
  private var head: [UInt8] = []
  /// The offset before which no other recording begins.
  private let start: Int64
  /// The offset of the other recording, once it was found.
  private(set) var found: Int64?

  /// Creates a search behind an offset.
  init(_ container: Container, from start: Int64 = 1) {
    (self.container, self.start) = (container, start)
    rule = container == .flac || container == .nut ? .anywhere : nil
  }

  /// Creates a search behind a recording that begins with some bytes; nil for those of other containers.
  init?(beginning bytes: UnsafeRawBufferPointer) {
    let kinds: [(Container, [UInt8])] = [
      (.flac, Array("fLaC".utf8)), (.matroska, Self.headerOfMatroska), (.nut, Array("nut/".utf8)),
      (.wave64, Array("riff".utf8)), (.flash, Array("FLV\u{1}".utf8)),
      (.asf, Array(Self.headerOfASF.prefix(4))),
    ]
    guard let kind = kinds.first(where: { bytes.starts(with: $0.1) })?.0 else { return nil }
    self.init(kind)
  }

  /// Whether another recording may follow.
  var isOpen: Bool {
    if found == nil, case .places(let places) = rule { return !places.isEmpty }
    return found == nil
  }

  /// Whether another recording may follow in so many bytes; nil if their number is unknown.
  func mayBeFollowed(in size: Int64?) -> Bool {
    guard isOpen, let size, case .places(let places) = rule else { return isOpen }
    return places.contains { $0 < size }
  }

  /// Returns how many of the bytes at an offset belong to the recording, without those that may begin another one.
  ///
  /// Unless these are the last bytes, all may be such. They are looked at again with those behind them then.
  mutating func count(_ bytes: UnsafeRawBufferPointer, at offset: Int64, isLast: Bool) -> Int {
    if let found { return Int(clamping: max(min(found - offset, Int64(bytes.count)), 0)) }
    if rule == nil { learn(bytes, at: offset) }
    switch rule {
    case nil: return bytes.count
    case .places(let places):
      for place in places where place >= offset && place - offset < Int64(bytes.count) {
        let index = Int(place - offset)
        switch begins(UnsafeRawBufferPointer(rebasing: bytes[index...])) {
        case true?:
          found = place
          return index
        case nil where !isLast: return index
        case nil, false?: break
        }
      }
      return bytes.count
    case .anywhere: return countBefore(bytes, at: offset, isLast: isLast)
    }
  }

  private mutating func countBefore(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, isLast: Bool
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var index = Int(clamping: max(start - offset, 0))
    while index < bytes.count,
      let place = memchr(base + index, Int32(firstByte), bytes.count - index)
    {
      index = UnsafeRawPointer(place) - base
      switch begins(UnsafeRawBufferPointer(rebasing: bytes[index...])) {
      case true?:
        found = offset + Int64(index)
        return index
      case nil where !isLast: return index
      case nil, false?: index += 1
      }
    }
    return bytes.count
  }

  /// Learns from the first bytes where another recording may begin.
  private mutating func learn(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard offset == Int64(head.count) else { return }
    head += bytes.prefix(Self.headLength - head.count)
    let container = container
    rule = head.withUnsafeBytes { Self.rule(of: container, $0) }
    if rule == nil, head.count >= Self.headLength { rule = .places([]) }
    if rule != nil { head = [] }
  }

  /// Returns where another recording may begin behind one with these first bytes; nil if more are needed.
  private static func rule(of container: Container, _ head: UnsafeRawBufferPointer) -> Rule? {
    switch container {
    case .flac, .nut: return .anywhere
    case .wave64:
      guard head.count >= 24 else { return nil }
      let length = HeaderRecord(bytes: Array(head[..<24])).littleEndian(at: 16, 8) ?? 0
      // A writer that cannot go back declares none.
      guard length > 24, length <= UInt64(ByteInput.greatestOffset) else { return .anywhere }
      return .places([Int64(length), (Int64(length) + 7) / 8 * 8])
    case .matroska: return ruleOfMatroska(head)
    case .asf: return ruleOfASF(HeaderRecord(bytes: Array(head)))
    case .flash: return ruleOfFLV(HeaderRecord(bytes: Array(head)))
    }
  }

  // MARK: Beginnings

  private static let headerOfMatroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
  private static let headerOfNUT = Array("nut/multimedia container\0".utf8)
  /// The first block describes the stream, in 34 bytes.
  private static let headersOfFLAC = [0, 0x80].map { Array("fLaC".utf8) + [$0, 0, 0, 34] }
  private static let headerOfWave64: [UInt8] = [
    0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
  ]

  private static let headerOfASF: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C,
  ]
  private static let propertiesOfASF: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  /// With sound, pictures or both.
  private static let headersOfFLV: [[UInt8]] = [4, 1, 5].map {
    Array("FLV\u{1}".utf8) + [$0, 0, 0, 0, 9, 0, 0, 0, 0]
  }

  private var firstByte: UInt8 {
    switch container {
    case .flac: 0x66
    case .matroska: 0x1A
    case .nut: 0x6E
    case .wave64: 0x72
    case .flash: 0x46
    case .asf: 0x30
    }
  }

  /// Whether a recording begins with some bytes; nil if more are needed.
  private func begins(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch container {
    case .flac:
      Self.headersOfFLAC.map { Self.matches($0, bytes) }.first { $0 != false } ?? false
    case .nut: Self.matches(Self.headerOfNUT, bytes)
    case .wave64: Self.beginsWave64(bytes)
    case .matroska: Self.beginsMatroska(bytes)
    case .asf: Self.matches(Self.headerOfASF, bytes)
    case .flash: Self.headersOfFLV.map { Self.matches($0, bytes) }.first { $0 != false } ?? false
    }
  }

  /// Whether bytes begin with others; nil if they end before that is known.
  private static func matches(_ beginning: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool? {
    if bytes.count >= beginning.count { return bytes.starts(with: beginning) }
    return beginning.starts(with: bytes) ? nil : false
  }

  /// The first chunk has the name of the format behind its own name and length.
  private static func beginsWave64(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard matches(headerOfWave64, bytes) == true else { return matches(headerOfWave64, bytes) }
    guard bytes.count >= 28 else { return nil }
    return bytes[24..<28].elementsEqual("wave".utf8)
  }

  /// The first element has others with a name of two bytes, of which the first is the same.
  private static func beginsMatroska(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard matches(headerOfMatroska, bytes) == true else { return matches(headerOfMatroska, bytes) }
    guard bytes.count > 4 else { return nil }
    if bytes[4] == 0 { return false }
    let content = 5 + bytes[4].leadingZeroBitCount
    guard bytes.count > content + 1 else { return nil }
    return bytes[content] == 0x42 && [0x82, 0x86, 0xF2, 0xF3, 0xF7].contains(bytes[content + 1])
  }

  /// The properties have the length of the file, unless it is a broadcast.
  private static func ruleOfASF(_ head: HeaderRecord) -> Rule? {
    guard let properties = head.bytes.firstRange(of: propertiesOfASF)?.lowerBound,
      let length = head.littleEndian(at: properties + 40, 8),
      let flags = head.littleEndian(at: properties + 88, 4)
    else { return nil }
    guard flags & 1 == 0, length > 0, length <= UInt64(ByteInput.greatestOffset) else {
      return .anywhere
    }
    return .places([Int64(length)])
  }

  /// The first tag may have the length of the file.
  private static func ruleOfFLV(_ head: HeaderRecord) -> Rule? {
    let key: [UInt8] = [0, 8] + Array("filesize".utf8) + [0]
    if let place = head.bytes.firstRange(of: key)?.upperBound,
      let bits = head.bigEndian(at: place, 8),
      let length = Int64(exactly: Double(bitPattern: bits)), length > 0,
      length <= ByteInput.greatestOffset
    {
      return .places([length])
    }
    return head.bytes.count < headLength ? nil : .anywhere
  }

  // MARK: Matroska

  /// A segment declares its end, except in a live recording.
  private static func ruleOfMatroska(_ head: UnsafeRawBufferPointer) -> Rule? {
    var place: Int64 = 0
    while place < Int64(head.count), let element = element(head, at: Int(place)) {
      let isSegment = head[Int(place)...].starts(with: [0x18, 0x53, 0x80, 0x67])
      guard let length = element.length else { return isSegment ? .anywhere : .places([]) }
      // A length has 56 bits at most.
      let end = place + element.head + length
      if isSegment { return .places([end]) }
      place = end
    }
    return nil
  }

  /// Returns the number of bytes before the content of an element, and its length, which may be unknown; nil if bytes
  /// are missing.
  private static func element(
    _ bytes: UnsafeRawBufferPointer, at place: Int
  ) -> (head: Int64, length: Int64?)? {
    let record = HeaderRecord(bytes: Array(bytes[place...].prefix(16)))
    guard let first = record.bytes.first, first > 0 else { return nil }
    let name = first.leadingZeroBitCount + 1
    guard record.bytes.count > name, record.bytes[name] > 0 else { return nil }
    let count = record.bytes[name].leadingZeroBitCount + 1
    guard let raw = record.bigEndian(at: name, count) else { return nil }
    let greatest = (UInt64(1) << UInt64(7 * count)) - 1
    let length = raw & greatest
    return (Int64(name + count), length == greatest ? nil : Int64(length))
  }
}
