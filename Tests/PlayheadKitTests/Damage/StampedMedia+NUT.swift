import Foundation

/// The frames of a NUT file, each with a whole time, as the format allows it.
///
/// Source of the format: ffmpeg.org, NUT Open Container Format.
struct NUTFrames: StampedFrames {
  private struct FrameCode {
    var flags = 0
    var timeStep = 0
    var multiple = 1
    var stream = 0
    var size = 0
    var reservedCount = 0
    var header = 0
  }

  private enum Piece {
    /// A packet of the container.
    case packet(Data)
    case frame(stream: Int, time: Int, isKey: Bool, payload: Data)
  }

  private static let (isKey, hasTime, hasStream, hasSize) = (1, 8, 16, 32)
  private static let (hasChecksum, hasReserved, hasHeader, isCoded) = (64, 128, 1_024, 4_096)
  /// The length from which headers of packets have a checksum, and those of frames have no elided bytes.
  private static let longLength = 4_096

  private let bytes: Data
  private var place = 25
  private var pieces: [Piece] = []
  private var codes: [FrameCode] = []
  private var headers = [Data()]
  private var timebases: [(numerator: Int, denominator: Int)] = []
  private var streams: [Int: (timebase: Int, shortBits: Int, last: Int)] = [:]

  init(_ bytes: Data) {
    self.bytes = bytes
    pieces.append(.packet(bytes.prefix(25)))
    while place < bytes.count, readPiece() {}
  }

  /// The indices of the frames, by stream.
  var frames: [Int: [[Int]]] {
    pieces.indices.reduce(into: [:]) { frames, index in
      if case .frame(let stream, _, _, _) = pieces[index] {
        frames[stream, default: []].append([index])
      }
    }
  }

  /// Returns the file with frames moved by seconds; nil if that is before zero, which NUT cannot store.
  func file(moving indices: Set<Int>, by seconds: Double) -> Data? {
    var file = Data()
    for (number, piece) in pieces.enumerated() {
      switch piece {
      case .packet(let packet): file += packet
      case .frame(let stream, var time, let isKey, let payload):
        guard let (timebase, shortBits, _) = streams[stream] else { return nil }
        if indices.contains(number) {
          let (numerator, denominator) = timebases[timebase]
          time += Int((seconds * Double(denominator) / Double(numerator)).rounded())
        }
        if time < 0 { return nil }
        let flags = Self.hasTime | Self.hasStream | Self.hasSize | Self.hasChecksum | Self.hasHeader
        file += Data([1]) + Self.number(flags | (isKey ? Self.isKey : 0)) + Self.number(stream)
        file += Self.number(time + 1 << shortBits) + Self.number(payload.count) + Self.number(0)
        // libavformat does not check the checksum.
        file += Data(count: 4) + payload
      }
    }
    return file
  }

  /// Returns false behind the last frame.
  private mutating func readPiece() -> Bool {
    guard bytes[place] == UInt8(ascii: "N") else {
      readFrame()
      return true
    }
    let (start, kind) = (place, bytes[place + 1])
    place += 8
    let length = readNumber()
    let end = place + length
    if length > Self.longLength { place += 4 }
    switch kind {
    case UInt8(ascii: "M"): readMainHeader()
    case UInt8(ascii: "S"): readStreamHeader()
    case UInt8(ascii: "K"): readSyncpoint()
    // The index would have wrong places.
    case UInt8(ascii: "X"): return false
    default: break
    }
    pieces.append(.packet(bytes[start..<end]))
    place = end
    return true
  }

  private mutating func readMainHeader() {
    if readNumber() > 3 { _ = readNumber() }
    _ = (readNumber(), readNumber())
    timebases = (0..<readNumber()).map { _ in (readNumber(), readNumber()) }
    var code = FrameCode()
    while codes.count < 256 {
      code.flags = readNumber()
      let fieldCount = readNumber()
      if fieldCount > 0 { code.timeStep = readSignedNumber() }
      if fieldCount > 1 { code.multiple = readNumber() }
      if fieldCount > 2 { code.stream = readNumber() }
      code.size = fieldCount > 3 ? readNumber() : 0
      code.reservedCount = fieldCount > 4 ? readNumber() : 0
      var count = fieldCount > 5 ? readNumber() : code.multiple - code.size
      if fieldCount > 6 { _ = readNumber() }
      if fieldCount > 7 { code.header = readNumber() }
      for _ in 8..<max(fieldCount, 8) { _ = readNumber() }
      while count > 0, codes.count < 256 {
        if codes.count == Int(UInt8(ascii: "N")) {
          codes.append(FrameCode())
          continue
        }
        codes.append(code)
        code.size += 1
        count -= 1
      }
    }
    for _ in 0..<readNumber() { headers.append(readBytes(readNumber())) }
  }

  private mutating func readStreamHeader() {
    let stream = readNumber()
    _ = readNumber()
    _ = readBytes(readNumber())
    streams[stream] = (readNumber(), readNumber(), 0)
  }

  private mutating func readSyncpoint() {
    let value = readNumber()
    let timebase = timebases[value % timebases.count]
    let seconds =
      Double(value / timebases.count) * Double(timebase.numerator)
      / Double(timebase.denominator)
    for stream in streams.keys {
      guard let own = streams[stream].map({ timebases[$0.timebase] }) else { continue }
      let ticks = seconds * Double(own.denominator) / Double(own.numerator)
      streams[stream]?.last = Int((ticks + 1e-6).rounded(.down))
    }
  }

  private mutating func readFrame() {
    var code = codes[Int(bytes[place])]
    place += 1
    if code.flags & Self.isCoded != 0 { code.flags ^= readNumber() }
    if code.flags & Self.hasStream != 0 { code.stream = readNumber() }
    guard let (_, shortBits, last) = streams[code.stream] else { return }
    var time = last + code.timeStep
    if code.flags & Self.hasTime != 0 {
      let coded = readNumber()
      let mask = 1 << shortBits - 1
      let least = last - mask / 2
      time = coded < 1 << shortBits ? (coded - least) & mask + least : coded - 1 << shortBits
    }
    streams[code.stream]?.last = time
    if code.flags & Self.hasSize != 0 { code.size += code.multiple * readNumber() }
    if code.flags & Self.hasHeader != 0 { code.header = readNumber() }
    if code.flags & Self.hasReserved != 0 { code.reservedCount = readNumber() }
    for _ in 0..<code.reservedCount { _ = readNumber() }
    if code.flags & Self.hasChecksum != 0 { place += 4 }
    let header = code.size > Self.longLength ? Data() : headers[code.header]
    pieces.append(
      .frame(
        stream: code.stream, time: time, isKey: code.flags & Self.isKey != 0,
        payload: header + readBytes(code.size - header.count)))
  }

  private mutating func readBytes(_ count: Int) -> Data {
    defer { place += count }
    return bytes[place..<place + count]
  }

  private mutating func readNumber() -> Int {
    var value = 0
    while true {
      let byte = Int(bytes[place])
      place += 1
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
  }

  private mutating func readSignedNumber() -> Int {
    let value = readNumber() + 1
    return value & 1 == 0 ? value / 2 : -(value / 2)
  }

  private static func number(_ value: Int) -> Data {
    var (bytes, rest) = ([UInt8(value & 0x7F)], value >> 7)
    while rest > 0 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return Data(bytes.reversed())
  }
}
