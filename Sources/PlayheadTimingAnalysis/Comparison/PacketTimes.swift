import PlayheadMedia
import PlayheadTimekeeping

/// The presentation times and sizes of the packets of a track, for a comparison with another recording.
///
/// A packet needs 2 to 5 bytes, because the times are stored as differences.
public struct PacketTimes: Hashable, Sendable {
  static let chunkLength = 1 << 16

  /// The timebase of the track.
  public let timebase: Timebase
  /// The number of stored packets.
  public private(set) var count = 0
  /// The number of packets that are presented but have no time.
  public private(set) var untimedCount = 0
  /// Whether all packets with a time are stored; see ``MediaPacketTimes``.
  public private(set) var isComplete = true
  /// Whether the packets are in the order of presentation.
  private(set) var isOrdered = true
  private(set) var chunks: [[UInt8]] = []
  private var lastTicks: Int64 = 0

  /// Creates an empty list.
  ///
  /// - Parameter timebase: The timebase of the track.
  public init(timebase: Timebase) { self.timebase = timebase }

  /// Adds a presented packet in file order. It may be left out if no memory may be allocated.
  mutating func add(_ packet: PacketTiming, mayGrow: Bool = true) {
    if packet.isDiscarded { return }
    guard let ticks = packet.presentationTicks ?? packet.decodeTicks else {
      untimedCount += 1
      return
    }
    if (chunks.last?.count ?? .max) > Self.chunkLength - 20 {
      guard mayGrow else {
        isComplete = false
        return
      }
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkLength)
    }
    if count > 0, ticks < lastTicks { isOrdered = false }
    let step = ticks &- lastTicks
    lastTicks = ticks
    count += 1
    let index = chunks.count - 1
    Self.append(UInt64(bitPattern: step << 1 ^ step >> 63), to: &chunks[index])
    Self.append(UInt64(max(packet.byteCount, 0)), to: &chunks[index])
  }

  /// Appends a number in groups of 7 bits, the least significant first.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A packet of the list.
  struct Entry {
    var ticks: Int64
    var byteCount: UInt64
  }

  /// Reads the packets in file order.
  struct Reader {
    private let chunks: [[UInt8]]
    private var chunk = 0
    private var offset = 0
    private var ticks: Int64 = 0

    init(_ times: PacketTimes) { chunks = times.chunks }

    mutating func next() -> Entry? {
      if chunk < chunks.count, offset == chunks[chunk].count { (chunk, offset) = (chunk + 1, 0) }
      guard chunk < chunks.count else { return nil }
      let step = number()
      ticks = ticks &+ (Int64(bitPattern: step >> 1) ^ -Int64(bitPattern: step & 1))
      return Entry(ticks: ticks, byteCount: number())
    }

    private mutating func number() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = chunks[chunk][offset]
        offset += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
  }

  /// Reads the packets in the order of presentation, which differs from that of the file by at most 64 packets.
  struct Presentation {
    private static let depth = 64

    private var reader: Reader
    private let isOrdered: Bool
    private let secondsPerTick: Double
    /// The next packets, the first one last.
    private var waiting: [Entry] = []

    init(_ times: PacketTimes) {
      reader = Reader(times)
      isOrdered = times.isOrdered
      secondsPerTick = times.timebase.secondsPerTick
    }

    mutating func next() -> (ticks: Int64, seconds: Double, byteCount: UInt64)? {
      let entry = isOrdered ? reader.next() : nextOfMany()
      return entry.map { ($0.ticks, Double($0.ticks) * secondsPerTick, $0.byteCount) }
    }

    private mutating func nextOfMany() -> Entry? {
      while waiting.count < Self.depth, let entry = reader.next() {
        var index = 0
        while index < waiting.count, waiting[index].ticks > entry.ticks { index += 1 }
        waiting.insert(entry, at: index)
      }
      return waiting.popLast()
    }
  }
}

/// The packets of all tracks of a recording, for a comparison with another one.
///
/// At most 256 MiB are stored, which is more than 10 hours of 1,000 packets per second. Of a longer recording, only the
/// packets at its start are compared.
public struct MediaPacketTimes: Hashable, Sendable {
  private static let greatestChunkCount = (256 << 20) / PacketTimes.chunkLength

  private var tracks: [Int: PacketTimes] = [:]
  private var chunkCount = 0

  /// Creates a list without packets.
  public init() {}

  /// Adds a packet in file order.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - track: Its track.
  public mutating func add(_ packet: PacketTiming, of track: MediaTrack) {
    let mayGrow = chunkCount < Self.greatestChunkCount
    let before = tracks[track.index]?.chunks.count ?? 0
    tracks[track.index, default: PacketTimes(timebase: track.timebase)]
      .add(packet, mayGrow: mayGrow)
    chunkCount += (tracks[track.index]?.chunks.count ?? 0) - before
  }

  /// The packets of a track; nil if it has none.
  ///
  /// - Parameter track: The index of the track.
  public subscript(track: Int) -> PacketTimes? { tracks[track] }
}
