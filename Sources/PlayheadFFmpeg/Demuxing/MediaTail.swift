import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Recognizes what libavformat returns of bytes behind the end of media, such as tags and text.
///
/// Some containers declare how long their tracks last. Frames of others begin with known bits.
///
/// Sources of the formats: ISO/IEC 11172-3; ISO/IEC 14496-3, 1.A.2.2 and 1.7.2; IEC 61834-2; for GSM, the format of its
/// library.
struct MediaTail {
  private enum Format {
    /// Behind the declared lengths, damage is no media.
    case declared
    /// A packet without the start of a frame is no media, unless a frame follows.
    case framed((UnsafeRawBufferPointer) -> Bool)
  }

  private let format: Format
  /// The tracks whose packets are frames. Attached pictures have others, and the sound of DV is a part of the frames.
  private let framedTracks: Set<Int>
  /// The tracks that have not come to their declared end, with the time of the last packet.
  private var open: [Int: (end: Int64, last: Int64?)] = [:]
  /// The end of the last packet, in bytes.
  private var offset: Int64 = 0
  /// Whether the media has ended before its bytes.
  var isOver = false

  /// Returns nil for other containers.
  init?(_ info: MediaInfo) {
    let kind = info.container == "dv" ? MediaTrack.Kind.video : .audio
    framedTracks = Set(info.timelineTracks.filter { $0.kind == kind }.map(\.index))
    switch info.container {
    case "ivf", "wv", "gxf":
      for track in info.timelineTracks {
        guard let length = track.durationTicks, length > 0 else { return nil }
        let end = (track.startTicks ?? 0).addingReportingOverflow(length)
        if end.overflow { return nil }
        open[track.index] = (end.partialValue, nil)
      }
      if open.isEmpty { return nil }
      format = .declared
    case "mp3": format = .framed { AudioFrameHeader($0) != nil }
    case "aac": format = .framed { ADTSHeader($0) != nil }
    case "loas": format = .framed { $0.count > 1 && $0[0] == 0x56 && $0[1] >> 5 == 7 }
    case "gsm": format = .framed { $0.first.map { $0 >> 4 == 0xD } ?? false }
    case "dv": format = .framed { $0.starts(with: [0x1F, 0x07, 0x00]) }
    default: return nil
    }
  }

  /// Whether nothing of the media follows, so that a damaged packet or an error is behind its end.
  var isBehindDeclaredEnd: Bool {
    if case .declared = format { open.isEmpty } else { false }
  }

  /// Whether a packet is of the media if no frame follows it.
  func includes(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    switch format {
    case .declared: return !open.isEmpty || packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0
    case .framed(let begins):
      if !framedTracks.contains(Int(packet.pointee.stream_index)) { return true }
      let bytes = UnsafeRawBufferPointer(
        start: packet.pointee.data, count: Int(packet.pointee.size))
      return begins(bytes)
    }
  }

  /// Records a packet of the media.
  mutating func record(_ packet: PacketTiming) {
    if let place = packet.byteOffset {
      let end = place.addingReportingOverflow(Int64(packet.byteCount))
      if !end.overflow { offset = end.partialValue }
    }
    guard let (end, last) = open[packet.track],
      let start = packet.presentationTicks ?? packet.decodeTicks
    else { return }
    // The last packet is as long as the one before.
    let step = start.subtractingReportingOverflow(last ?? start)
    let length = max(step.overflow ? 0 : step.partialValue, packet.durationTicks ?? 0)
    let next = start.addingReportingOverflow(length)
    open[packet.track] = next.overflow || next.partialValue >= end ? nil : (end, start)
  }

  /// Whether bytes that are too few for a frame are no part of one.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the file.
  ///   - read: Returns bytes of the file.
  func isRestOther(size: Int64, _ read: (_ offset: Int64, _ count: Int) -> [UInt8]?) -> Bool {
    guard case .framed = format, size > offset, size - offset <= Self.greatestRest,
      let rest = read(offset, Int(size - offset))
    else { return false }
    // ADTS begins with twelve bits, and GSM with four.
    return rest[0] != 0xFF && rest[0] >> 4 != 0xD
  }

  private static let greatestRest: Int64 = 64
}

extension FFmpegSource {
  /// Whether the packet that was read is behind the end of the media, of which nothing follows then.
  func isBehindEnd() -> Bool {
    guard let tail = mediaTail else { return false }
    if tail.includes(packet.pointer) || isFollowedByFrame(tail) {
      mediaTail?.record(packet.timing)
      return false
    }
    packet.clear()
    endBeforeTail()
    return true
  }

  /// Whether a frame follows the packet that was read, or may follow.
  private func isFollowedByFrame(_ tail: MediaTail) -> Bool {
    if tail.isBehindDeclaredEnd { return false }
    if demuxer.pause != nil { return true }
    func isFrame(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
      tail.includes(packet)
    }
    let track = Int(packet.pointer.pointee.stream_index)
    if ahead.packets(ofTrack: track).contains(where: isFrame) { return true }
    var (isFound, count) = (false, 0)
    readAhead { other in
      count += 1
      isFound = Int(other.pointee.stream_index) == track && isFrame(other)
      return isFound
    }
    return isFound || count >= Self.greatestLeadCount || ahead.isFull
  }

  /// Whether the media had ended before an error. If so, it has no more packets.
  func hasEnded(before error: MediaError) -> Bool {
    guard let tail = mediaTail, error.reason != .interrupted else { return false }
    if !tail.isBehindDeclaredEnd {
      guard error.code == ffmpeg_error_of_errno(EIO), let size = demuxer.fixedSize,
        tail.isRestOther(size: size, { demuxer.bytes(at: $0, count: $1) })
      else { return false }
    }
    endBeforeTail()
    return true
  }

  private func endBeforeTail() {
    mediaTail?.isOver = true
    failure = nil
    ahead.removeAll()
  }
}
