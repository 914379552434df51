import Media

/// Looks at the bytes of a medium as they are read, and follows the units of which its container is
/// made: packets of MPEG-TS, pages of Ogg, elements of Matroska, and the beginning of MP3.
///
/// What is read out of turn, as the index at a file's end, is left out; what is read twice is
/// looked at once. Memory is bounded, and containers that are not known cost nothing.
struct FramingReader {
  private enum State {
    /// The beginning is gathered.
    case beginning
    case following(any UnitReader)
    /// Units were followed, and are no more.
    case over(any UnitReader)
    case unknown
  }

  /// How many bytes tell what the container is.
  private static let beginningLength = 4_096
  /// What is longer is no head of a unit.
  private static let longestHead = 4_096

  private var state = State.beginning
  /// Where the unit begins that is to be looked at next.
  private var place: Int64 = 0
  /// What was read of its head so far.
  private var head: [UInt8] = []
  /// Up to where bytes were seen in turn.
  private var seen: Int64 = 0

  /// Takes in bytes that were read at `offset`.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
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

  /// What was seen, of a medium that ends after so many bytes.
  func framing(length: Int64) -> Framing {
    switch state {
    case .unknown: return Framing()
    case .beginning:
      // There is not more of it.
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

  /// What the reader knows wherever the next unit is.
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
      // So that it is changed in place.
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

  /// Goes from unit to unit, from `place` on; false where it cannot.
  private mutating func walk(
    _ reader: inout any UnitReader, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    if !head.isEmpty {
      // One unit's head came in pieces.
      let known = head.count
      head += bytes.prefix(FramingReader.longestHead)
      let length = head.withUnsafeBytes { reader.read($0, at: place) }
      switch length {
      case .more: return head.count < 2 * FramingReader.longestHead
      case .lost: return false
      case .length(let length):
        // What is skipped in search of a unit may end within what came before.
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
        ?? TransportReader(beginning: bytes) ?? MP3Reader(beginning: bytes)
    }
  }
}
