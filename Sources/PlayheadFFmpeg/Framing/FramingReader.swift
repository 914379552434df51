import PlayheadMedia

/// Parses the units of a container while its bytes are read: MPEG-TS packets, Ogg pages, Matroska
/// elements, and the first frame of MP3; and the length of the file that other headers state.
///
/// Bytes that FFmpeg reads out of order, such as an index at the end of the file, are skipped;
/// bytes that it reads twice are parsed once. Memory is bounded. Unknown containers are ignored.
struct FramingReader {
  private enum State {
    /// Collects the first bytes.
    case beginning
    case following(any UnitReader)
    /// No further units are parsed.
    case over(any UnitReader)
    case unknown
  }

  /// The number of bytes that identify the container.
  private static let beginningLength = 4_096
  /// No unit has a longer header.
  private static let longestHead = 4_096

  private var state = State.beginning
  /// The offset of the next unit.
  private var place: Int64 = 0
  /// The first bytes of that unit's header, if the rest was not read yet.
  private var head: [UInt8] = []
  /// The end of the bytes that were read in order.
  private var seen: Int64 = 0

  /// Parses bytes that were read at `offset`.
  mutating func parse(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    switch state {
    case .unknown, .over: return
    case .beginning, .following: break
    }
    let end = offset + Int64(bytes.count)
    let wanted = place + Int64(head.count)
    seen = offset <= max(seen, wanted) ? max(seen, end) : seen
    guard offset <= wanted, wanted < end else { return }
    follow(UnsafeRawBufferPointer(rebasing: bytes[Int(wanted - offset)...]))
  }

  /// The packets with a time before zero until now, in the order of their offsets.
  var earlyBlocks: [EarlyBlock] {
    switch state {
    case .following(let reader), .over(let reader): reader.earlyBlocks
    case .beginning, .unknown: []
    }
  }

  /// Returns the result for a file of `length` bytes.
  func framing(length: Int64) -> Framing {
    switch state {
    case .unknown: return Framing()
    case .beginning:
      // The file is shorter than `beginningLength`.
      guard let reader = FramingReader.reader(for: head) else { return Framing() }
      var short = self
      short.begin(reader)
      return short.framing(length: length)
    case .over(let reader): return facts(of: reader, length: length)
    case .following(let reader):
      var framing = facts(of: reader, length: length)
      if framing.ending == .cut { return framing }
      if place > length || seen >= length && !head.isEmpty && reader.begins(with: head) {
        framing.ending = .cut
      } else if seen >= length, place == length, reader.lacksEnd {
        framing.ending = .unmarked
      }
      return framing
    }
  }

  /// Returns the properties that do not depend on the position of the next unit.
  private func facts(of reader: any UnitReader, length: Int64) -> Framing {
    var framing = Framing()
    framing.transport = reader.transport
    framing.declaresDuration = reader.declaresDuration
    if let declared = reader.declaredLength, declared > length {
      framing.ending = .cut
      framing.missingByteCount = declared - length
    }
    return framing
  }

  private mutating func follow(_ bytes: UnsafeRawBufferPointer) {
    switch state {
    case .unknown, .over: return
    case .beginning:
      head += bytes
      guard head.count >= FramingReader.beginningLength else { return }
      guard let reader = FramingReader.reader(for: head) else {
        state = .unknown
        head = []
        return
      }
      begin(reader)
    case .following(var reader):
      // Keeps the reader's storage unshared, so that it is modified in place.
      state = .unknown
      let isKnown = walk(&reader, bytes)
      state = isKnown ? .following(reader) : .over(reader)
      if !isKnown { head = [] }
    }
  }

  private mutating func begin(_ reader: any UnitReader) {
    let bytes = head
    head = []
    state = .following(reader)
    place = reader.start
    bytes.withUnsafeBytes { bytes in
      guard place < bytes.count else { return }
      follow(UnsafeRawBufferPointer(rebasing: bytes[Int(place)...]))
    }
  }

  /// Parses units from `place` on; returns false when the next unit is unknown.
  private mutating func walk(
    _ reader: inout any UnitReader, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    if !head.isEmpty {
      // A header that was read in several parts.
      let known = head.count
      head += bytes.prefix(FramingReader.longestHead)
      let length = head.withUnsafeBytes { reader.read($0, at: place) }
      switch length {
      case .more: return head.count < 2 * FramingReader.longestHead
      case .lost: return false
      case .length(let length):
        // The search for a unit may end within the stored bytes.
        let length = max(length, Int64(known))
        place += length
        head.removeAll(keepingCapacity: true)
        guard length - Int64(known) < bytes.count else { return true }
        index = Int(length) - known
      }
    }
    while index < bytes.count {
      switch reader.read(UnsafeRawBufferPointer(rebasing: bytes[index...]), at: place) {
      case .more:
        head += bytes[index...].prefix(FramingReader.longestHead)
        return bytes.count - index <= FramingReader.longestHead
      case .lost: return false
      case .length(let length):
        place += length
        guard length < bytes.count - index else { return true }
        index += Int(length)
      }
    }
    return true
  }

  private static func reader(for beginning: [UInt8]) -> (any UnitReader)? {
    beginning.withUnsafeBytes { bytes -> (any UnitReader)? in
      OggReader(beginning: bytes) ?? MatroskaReader(beginning: bytes)
        ?? TransportReader(beginning: bytes) ?? LengthReader(beginning: bytes)
        ?? MP3Reader(beginning: bytes)
    }
  }
}

/// Parses Ogg pages (RFC 3533).
struct OggReader: UnitReader {
  private static let magic = Array("OggS".utf8)
  private static let headLength = 27
  /// The maximum number of streams that are tracked.
  private static let greatestStreamCount = 64

  /// The serial numbers of streams without an end-of-stream page until now.
  private var open: Set<UInt32> = []

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    guard beginning.starts(with: OggReader.magic) else { return nil }
  }

  var lacksEnd: Bool { !open.isEmpty }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    guard bytes.prefix(4).elementsEqual(OggReader.magic.prefix(bytes.count)) else { return .lost }
    guard bytes.count >= OggReader.headLength else { return .more }
    let head = OggReader.headLength + Int(bytes[26])
    guard bytes.count >= head else { return .more }
    update(bytes[5], of: bytes.loadUnaligned(fromByteOffset: 14, as: UInt32.self))
    return .length(Int64(bytes[OggReader.headLength..<head].reduce(head) { $0 + Int($1) }))
  }

  func begins(with bytes: [UInt8]) -> Bool {
    bytes.prefix(4).elementsEqual(OggReader.magic.prefix(bytes.count))
  }

  private mutating func update(_ flags: UInt8, of stream: UInt32) {
    if flags & 0x04 != 0 {
      open.remove(stream)
    } else if flags & 0x02 != 0, open.count < OggReader.greatestStreamCount {
      open.insert(stream)
    }
  }
}
