import CPlayheadFFmpeg
import PlayheadTimekeeping

/// The lengths of the packets of a stream in Ogg, in the units of its pages: samples, or pictures.
///
/// Sources of the formats of pictures: Theora, 6.2 and A.2; the mapping of VP8 in libavformat's `oggparsevp8.c`.
struct OggLengths {
  private enum Codec {
    case opus
    /// The parser is made from the headers.
    case vorbis(identification: [UInt8], VorbisLengths?)
    case flac
    case speex(packetLength: Int64)
    /// A position is the number of a keyframe and, in as many bits, that of the pictures since.
    case theora(keyframeShift: Int64)
    case vp8
  }

  /// The greatest length of a header that is read.
  static let greatestHeaderLength = 65_535

  /// The number of units in a second, rounded down.
  let rate: Int64
  /// The length of a unit.
  let timebase: Timebase
  private var codec: Codec
  /// The number of headers that follow.
  private var headerCount: Int
  private var isFirst = true

  /// Returns nil unless the first packet of the stream is of a known codec.
  init?(_ identification: [UInt8]) {
    let record = HeaderRecord(bytes: identification)
    var (rate, headerCount): (UInt64?, UInt64?) = (48_000, 1)
    var seconds: UInt64? = 1
    if record.has("OpusHead", at: 0) {
      codec = .opus
    } else if record.has("\u{1}vorbis", at: 0) {
      (rate, headerCount) = (record.littleEndian(at: 12, 4), 2)
      codec = .vorbis(identification: identification, nil)
    } else if record.has("\u{7F}FLAC", at: 0), record.has("fLaC", at: 9) {
      (rate, headerCount) = (record.bigEndian(at: 27, 3).map { $0 >> 4 }, 0)
      codec = .flac
    } else if record.has("Speex   ", at: 0), let length = record.littleEndian(at: 56, 4),
      let count = record.littleEndian(at: 64, 4), length <= 1 << 16, count <= 1 << 8
    {
      rate = record.littleEndian(at: 36, 4)
      headerCount = record.littleEndian(at: 68, 4).map { 1 + min($0, 1 << 8) }
      codec = .speex(packetLength: Int64(length * max(count, 1)))
    } else if record.bigEndian(at: 0, 1) == 0x80, record.has("theora", at: 1),
      let fields = record.bigEndian(at: 40, 2)
    {
      (rate, seconds, headerCount) = (record.bigEndian(at: 22, 4), record.bigEndian(at: 26, 4), 2)
      codec = .theora(keyframeShift: Int64(fields >> 5 & 0x1F))
    } else if record.has("OVP80\u{1}", at: 0) {
      (rate, seconds, headerCount) = (record.bigEndian(at: 18, 4), record.bigEndian(at: 22, 4), 0)
      codec = .vp8
    } else {
      return nil
    }
    guard let rate, let seconds, let headerCount,
      let timebase = Timebase(reducing: Int64(seconds), Int64(rate)), rate >= seconds
    else { return nil }
    self.timebase = timebase
    self.rate = Int64(timebase.denominator / timebase.numerator)
    self.headerCount = Int(headerCount)
  }

  /// Whether the packets are sound.
  var isSound: Bool {
    switch codec {
    case .theora, .vp8: false
    case .opus, .vorbis, .flac, .speex: true
    }
  }

  /// Whether all packets have the same number of samples, as those of Speex.
  var isSpeex: Bool { if case .speex = codec { true } else { false } }

  /// Returns the number of units at the end of a page that stores a position.
  func end(at position: Int64) -> Int64 {
    switch codec {
    case .theora(let shift): position >> shift + position & (1 << shift - 1)
    case .vp8: position >> Self.vp8Shift
    case .opus, .vorbis, .flac, .speex: position
    }
  }

  /// Returns a position that is later by a number of units; nil if it cannot be stored.
  func moved(_ position: Int64, by count: Int64) -> Int64? {
    let shift: Int64 =
      switch codec {
      case .theora(let shift): shift
      case .vp8: Self.vp8Shift
      case .opus, .vorbis, .flac, .speex: 0
      }
    // A position outside the range may be moved into it.
    if shift > 0 {
      let moved = position &+ count &* (1 << shift)
      return moved < 0 ? nil : moved
    }
    let (moved, overflow) = position.addingReportingOverflow(count)
    return overflow ? nil : moved
  }

  private static let vp8Shift: Int64 = 32

  /// Whether the next packet is needed whole.
  var needsWhole: Bool {
    if case .vorbis(_, nil) = codec { headerCount == 1 } else { false }
  }

  /// Records that the next packet does not follow the last one.
  mutating func restart() {
    if case .vorbis(_, let lengths) = codec { lengths?.restart() }
  }

  /// The same stream behind its headers, for other packets; nil if the headers are not known.
  var behindHeaders: OggLengths? {
    guard headerCount == 0 else { return nil }
    var stream = self
    if case .vorbis(let identification, let lengths) = codec {
      stream.codec = .vorbis(
        identification: identification,
        lengths.flatMap { VorbisLengths(identification, setup: $0.setup) })
    }
    return stream
  }

  /// Whether libavformat counts the packets of this stream by the headers of another recording before it, or from zero
  /// although it is captured.
  var isCountedByOthers: Bool {
    switch codec {
    case .vorbis, .speex, .theora, .flac: true
    case .opus, .vp8: false
    }
  }

  /// Returns the number of units of the next packet, 0 for a header; nil if it is unknown. Its first bytes may do.
  mutating func length(of packet: [UInt8]) -> Int64? {
    if headerCount > 0 {
      headerCount -= 1
      if headerCount == 0, case .vorbis(let identification, _) = codec {
        codec = .vorbis(
          identification: identification, VorbisLengths(identification, setup: packet))
      }
      return 0
    }
    // ffmpeg ends FLAC with an empty packet. One of Theora repeats the picture before.
    if packet.isEmpty { return isSound ? 0 : 1 }
    switch codec {
    case .opus: return Self.opusLength(of: packet)
    case .flac:
      if let first = packet.first, first != 0xFF { return 0 }
      return Self.flacLength(of: packet)
    case .speex(let length): return length
    case .theora: return packet.first.map { $0 & 0x80 == 0 } == true ? 1 : 0
    case .vp8:
      // A picture may be hidden.
      return packet.starts(with: Array("OVP80".utf8)) ? 0 : packet.first.map { Int64($0 >> 4 & 1) }
    case .vorbis(_, let lengths):
      defer { isFirst = false }
      guard let length = lengths?.length(of: packet) else { return nil }
      // A transform overlaps two packets (Vorbis I, 4.3.8).
      return isFirst ? 0 : length
    }
  }

  /// Returns the number of samples at 48 kHz of a packet of Opus (RFC 6716, 3.1).
  static func opusLength(of packet: [UInt8]) -> Int64? {
    guard let head = packet.first else { return nil }
    let configuration = Int(head >> 3)
    let length: Int64 =
      switch configuration {
      case ..<12: [480, 960, 1_920, 2_880][configuration & 3]
      case ..<16: configuration & 1 == 0 ? 480 : 960
      default: 120 << Int64(configuration & 3)
      }
    switch head & 3 {
    case 0: return length
    case 1, 2: return 2 * length
    default: return packet.count > 1 ? Int64(packet[1] & 0x3F) * length : nil
    }
  }

  /// Returns the number of samples of a frame of FLAC (RFC 9639, 9.1).
  private static func flacLength(of packet: [UInt8]) -> Int64? {
    let record = HeaderRecord(bytes: packet)
    guard let sync = record.bigEndian(at: 0, 2), sync >> 1 == 0x7FFC, packet.count > 4 else {
      return nil
    }
    let code = Int64(packet[2] >> 4)
    switch code {
    case 1: return 192
    case 2...5: return 144 << code
    case 8...15: return 1 << code
    case 6, 7:
      // The number of the frame is coded as in UTF-8.
      let count = (~packet[4]).leadingZeroBitCount
      return record.bigEndian(at: 4 + max(count, 1), code == 6 ? 1 : 2).map { Int64($0) + 1 }
    default: return nil
    }
  }
}

/// The numbers of samples of packets of Vorbis.
private final class VorbisLengths {
  private var parser: OpaquePointer?
  let setup: [UInt8]

  /// Returns nil if the headers are damaged.
  init?(_ identification: [UInt8], setup: [UInt8]) {
    self.setup = setup
    guard setup.count <= OggLengths.greatestHeaderLength else { return nil }
    // The comment is not read.
    var headers: [UInt8] = []
    for header in [identification, [3], setup] {
      headers += [UInt8(header.count >> 8 & 0xFF), UInt8(header.count & 0xFF)] + header
    }
    parser = av_vorbis_parse_init(headers, Int32(headers.count))
    if parser == nil { return nil }
  }

  deinit { av_vorbis_parse_free(&parser) }

  func restart() { av_vorbis_parse_reset(parser) }

  func length(of packet: [UInt8]) -> Int64? {
    let length = av_vorbis_parse_frame(parser, packet, Int32(clamping: packet.count))
    return length < 0 ? nil : Int64(length)
  }
}
