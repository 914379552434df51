import CPlayheadFFmpeg
import PlayheadMedia

/// Gives packets that are read without their data the properties that a parser would give them.
///
/// libavformat parses some codecs in MP4. The parser of AC-3 returns each frame when the next one
/// begins, with the duration that the frame itself declares. The parser of H.264 recognizes no
/// keyframe in a picture that is cut off.
struct ParsedFrames {
  private static let codecs = [AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3]
  /// The maximum number of packets that are read to find the durations.
  private static let greatestLeadCount = 256

  /// The tracks in which a picture that is cut off is no keyframe.
  private var keyframeTracks: Set<Int> = []
  /// The duration of the first frame of each parsed track, in ticks; 0 if it is unknown.
  private var durations: [Int: Int64] = [:]
  /// The last packet of each track, until the next one is read.
  private var held: [Int: PacketTiming] = [:]

  /// Whether no track is parsed.
  var isEmpty: Bool { durations.isEmpty && keyframeTracks.isEmpty }

  /// Reads the first frames of the parsed tracks, which were read before to find the tracks.
  init(_ demuxer: borrowing Demuxer) throws(MediaError) {
    for (index, stream) in demuxer.streams.enumerated() {
      let codec = stream.codecpar.pointee.codec_id
      if Self.codecs.contains(codec) { durations[index] = 0 }
      if codec == AV_CODEC_ID_H264 { keyframeTracks.insert(index) }
    }
    guard !durations.isEmpty, let packet = Packet.open() else { return }
    var count = 0
    while count < Self.greatestLeadCount, durations.values.contains(0),
      try demuxer.read(into: packet)
    {
      count += 1
      let timing = packet.timing
      if durations[timing.track] == 0 { durations[timing.track] = timing.durationTicks ?? 0 }
      packet.clear()
    }
  }

  /// Takes the next packet of the index, and returns the packet that a parser would return then, if any.
  mutating func hold(_ packet: PacketTiming) -> PacketTiming? {
    var packet = packet
    if packet.isCorrupt, keyframeTracks.contains(packet.track) { packet.isKeyframe = false }
    if durations.isEmpty { return packet }
    guard let duration = durations[packet.track] else { return packet }
    if duration > 0 { packet.durationTicks = duration }
    return held.updateValue(packet, forKey: packet.track)
  }

  /// Returns the held packet of the first track, at the end of the media.
  mutating func removeHeld() -> PacketTiming? {
    held.keys.min().flatMap { held.removeValue(forKey: $0) }
  }
}
