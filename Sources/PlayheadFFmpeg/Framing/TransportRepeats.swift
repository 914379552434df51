/// Replaces repeated packets of MPEG-TS by padding, in the bytes that libavformat reads.
///
/// A packet may be sent twice in succession (ISO/IEC 13818-1, 2.4.3.3). libavformat takes the content
/// of the second one as new, which damages the frame and the times after it. Packets are examined once
/// a program association table has shown that the bytes are a transport stream.
///
/// Before the streams go on in another codec, the bytes may end, so that libavformat returns the last frames of each
/// before the next ones: its parsers keep them until then.
struct TransportRepeats {
  private enum State {
    /// Collects the first bytes.
    case beginning([UInt8])
    case following(TransportLayout)
    case otherContainer
  }

  static let packetLength = 188

  private var state = State.beginning([])
  private var hasTable = false
  /// The end of the bytes that were examined last.
  private var end: Int64 = 0
  /// Maps PIDs to indices in `isRepetition`; -1 before the first packet. Empty before any packet.
  private var places: [Int16] = []
  /// The last packet of each PID.
  private var packets: [UInt8] = []
  /// Whether that packet was the second of two.
  private var isRepetition: [Bool] = []
  private var programs = TransportPrograms()
  /// Whether the bytes end before streams of other codecs, until `resume` is called.
  let stopsAtCodecs: Bool
  private var isStopped = false
  /// The offset of the map at which reading was resumed.
  private var resumedOffset: Int64?
  /// Whether libavformat may read elsewhere only to estimate the duration.
  private var isOpening = true
  /// The end of the bytes that were read from the start without a gap.
  private var contiguousEnd: Int64 = 0

  init(stopsAtCodecs: Bool = false) { self.stopsAtCodecs = stopsAtCodecs }

  /// The PIDs in the first maps that streams of other codecs continue, by the PIDs of these.
  var continued: [Int: Int] { programs.continued }

  /// What the streams of other codecs continue, in the order in which libavformat finds them.
  var continuedPlaces: [TransportPrograms.ContinuedPlace] { programs.continuedPlaces }

  /// Whether the bytes end at an offset, before streams of other codecs.
  func stops(at offset: Int64) -> Bool { isStopped && offset == end }

  /// Continues where the bytes have ended before streams of other codecs; returns false if they have not.
  mutating func resume() -> Bool {
    guard isStopped else { return false }
    (isStopped, resumedOffset) = (false, end)
    return true
  }

  /// Records that the media is open.
  mutating func finishOpening() { isOpening = false }
  /// The clock references of the bytes that were read.
  private var clock = TransportClock()

  /// Returns the clock reference at or before a packet that libavformat finds at an offset, in ticks of 90 kHz; nil if it
  /// is not known. That offset is one packet length before the end of the packet.
  func clockReference(at offset: Int64) -> Int64? {
    guard case .following(let layout) = state else { return nil }
    return clock.ticks(at: offset + Int64(layout.length - Self.packetLength))
  }

  /// Continues the streams in another file, whose packets follow.
  mutating func beginSegment() {
    (state, end) = (.beginning([]), 0)
    programs.beginSegment()
    clock = TransportClock()
  }

  /// Whether more bytes are needed to know the container.
  var isBeginning: Bool {
    if case .beginning = state { true } else { false }
  }

  /// Returns how many bytes to read at an offset: few before the container is known, then whole packets.
  func lengthToRead(_ count: Int, at offset: Int64) -> Int {
    switch state {
    case .otherContainer: return count
    case .beginning(let head): return min(count, TransportLayout.provingLength - head.count)
    case .following(let layout):
      guard offset >= layout.start else { return count }
      let rest = (Int((offset - layout.start) % Int64(layout.length)) + count) % layout.length
      return rest < count ? count - rest : count
    }
  }

  /// Returns the number of bytes from an offset to the end of the packet there, and 0 between packets.
  func lengthOfRest(at offset: Int64) -> Int {
    guard case .following(let layout) = state, offset >= layout.start else { return 0 }
    let index = Int((offset - layout.start) % Int64(layout.length))
    return index == 0 ? 0 : layout.length - index
  }

  /// Looks for the first packets in bytes that were read at `offset`.
  mutating func begin(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard case .beginning(var head) = state else { return }
    guard offset == Int64(head.count) else {
      state = .otherContainer
      return
    }
    head += bytes
    if head.count < TransportLayout.provingLength {
      state = .beginning(head)
    } else {
      let layout = head.withUnsafeBytes { TransportLayout(beginning: $0) }
      state = layout.map { .following($0) } ?? .otherContainer
    }
  }

  /// Replaces the repeated packets among the bytes read at `offset`, except a packet that is only partly there.
  ///
  /// Returns how many of them to use: those before the map of other codecs, or all.
  @discardableResult
  mutating func remove(from bytes: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    guard case .following(let layout) = state else { return bytes.count }
    if offset != end {
      forget()
      (isStopped, resumedOffset) = (false, nil)
      programs.restart(at: offset)
      programs.ignoresCodecs = isOpening && offset > contiguousEnd
      clock.restart(at: offset)
    }
    var index = offset < layout.start ? Int(layout.start - offset) : lengthOfRest(at: offset)
    var count = bytes.count
    while index + layout.length <= bytes.count {
      let start = index + layout.skipped
      let packet = UnsafeMutableRawBufferPointer(
        rebasing: bytes[start..<start + Self.packetLength])
      let place = offset + Int64(index)
      guard examine(packet, at: offset + Int64(start), mayStop: place != resumedOffset) else {
        (isStopped, count) = (true, index)
        break
      }
      index += layout.length
    }
    end = offset + Int64(count)
    if offset <= contiguousEnd { contiguousEnd = max(contiguousEnd, end) }
    return count
  }

  /// Forgets the last packets, because other bytes are read now.
  private mutating func forget() {
    places.removeAll()
    packets.removeAll()
    isRepetition.removeAll()
  }

  /// Returns false if the bytes end before the packet.
  private mutating func examine(
    _ bytes: UnsafeMutableRawBufferPointer, at offset: Int64, mayStop: Bool
  ) -> Bool {
    guard bytes[0] == TransportLayout.sync else { return true }
    let packet = TransportPacket(UnsafeRawBufferPointer(bytes))
    if !packet.isDamaged, let ticks = packet.clock {
      clock.record(ticks, ofStream: packet.stream, at: offset)
    }
    hasTable = hasTable || packet.beginsProgramTable
    guard hasTable, packet.hasPayload, !packet.isDamaged,
      packet.stream != TransportReader.nullStream
    else { return true }
    let place = index(of: packet.stream)
    let isRepeated = packets[place * Self.packetLength..<(place + 1) * Self.packetLength]
      .withUnsafeBytes { !isRepetition[place] && packet.repeats($0) }
    isRepetition[place] = isRepeated
    if isRepeated {
      (bytes[1], bytes[2], bytes[3]) = (0x1F, 0xFF, 0x10)
    } else {
      packets.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[(place * Self.packetLength)...])
          .copyMemory(from: UnsafeRawBufferPointer(bytes))
      }
      // A method would copy `self` for each packet.
      let isFollowed = programs.follow(bytes, at: offset, mayStop: mayStop && stopsAtCodecs) {
        [places, packets] in Self.lastCounter(of: $0, places, packets)
      }
      if !isFollowed {
        // The packet will be read again, and is no repetition then.
        packets[place * Self.packetLength] = 0
        return false
      }
    }
    return true
  }

  /// Returns the continuity counter of the last packet of a PID; nil if none was read.
  private static func lastCounter(
    of stream: Int, _ places: [Int16], _ packets: [UInt8]
  ) -> UInt8? {
    guard !places.isEmpty, places[stream] >= 0 else { return nil }
    return packets[Int(places[stream]) * packetLength + 3] & 0x0F
  }

  /// Returns the index of a PID's last packet, which is zeros before the first one.
  private mutating func index(of stream: Int) -> Int {
    if places.isEmpty { places = [Int16](repeating: -1, count: 0x2000) }
    if places[stream] < 0 {
      places[stream] = Int16(isRepetition.count)
      isRepetition.append(false)
      packets.append(contentsOf: repeatElement(0, count: Self.packetLength))
    }
    return Int(places[stream])
  }
}
