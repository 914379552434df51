import PlayheadFormatting
import PlayheadMedia

/// The output format of packets and frames: CSV (RFC 4180, but with LF line ends) or JSON Lines. A
/// missing value is empty in CSV and null in JSON.
struct PacketTableFormat {

  private static let packetKeys = [
    "track", "pts", "dts", "pts_time", "dts_time", "duration", "size", "keyframe", "discard",
    "byte_offset",
  ]
  private static let frameKeys = [
    "track", "pts", "dts", "pts_time", "dts_time", "duration", "keyframe", "picture_type",
    "samples",
  ]

  /// The first line of the output; empty for JSON Lines.
  let header: [UInt8]
  private let starts: [[UInt8]]
  private let absent: [UInt8]
  private let quote: [UInt8]
  private let end: [UInt8]

  init(_ options: PacketTableOptions) {
    let keys = options.listsFrames ? PacketTableFormat.frameKeys : PacketTableFormat.packetKeys
    let type = options.listsFrames ? "frame" : "packet"
    switch options.format {
    case .csv:
      header = Array("type,\(keys.joined(separator: ","))\n".utf8)
      starts = keys.indices.map { Array(($0 == 0 ? "\(type)," : ",").utf8) }
      (absent, quote, end) = ([], [], [UInt8(ascii: "\n")])
    case .json:
      header = []
      starts = keys.enumerated().map { index, key in
        Array("\(index == 0 ? "{\"type\":\"\(type)\"" : ""),\"\(key)\":".utf8)
      }
      (absent, quote, end) = (Array("null".utf8), [UInt8(ascii: "\"")], Array("}\n".utf8))
    }
  }

  func append(_ packet: PacketTiming, of track: MediaTrack, to bytes: inout [UInt8]) {
    appendTimes(
      packet.track, packet.presentationTicks, packet.decodeTicks, packet.durationTicks, of: track,
      to: &bytes)
    append(6, packet.byteCount, to: &bytes)
    append(7, packet.isKeyframe, to: &bytes)
    append(8, packet.isDiscarded, to: &bytes)
    append(9, packet.byteOffset, to: &bytes)
    bytes += end
  }

  func append(_ frame: FrameTiming, of track: MediaTrack, to bytes: inout [UInt8]) {
    appendTimes(
      frame.track, frame.presentationTicks, frame.decodeTicks, frame.durationTicks, of: track,
      to: &bytes)
    append(6, frame.isKeyframe, to: &bytes)
    bytes += starts[7]
    if let type = frame.pictureType {
      bytes += quote
      bytes += String(type).utf8
      bytes += quote
    } else {
      bytes += absent
    }
    append(8, frame.sampleCount, to: &bytes)
    bytes += end
  }

  private func appendTimes(
    _ index: Int, _ presentation: Int64?, _ decode: Int64?, _ duration: Int64?,
    of track: MediaTrack,
    to bytes: inout [UInt8]
  ) {
    append(0, index, to: &bytes)
    append(1, presentation, to: &bytes)
    append(2, decode, to: &bytes)
    append(3, seconds: presentation, of: track, to: &bytes)
    append(4, seconds: decode, of: track, to: &bytes)
    append(5, duration, to: &bytes)
  }

  private func append(_ key: Int, _ number: (some FixedWidthInteger)?, to bytes: inout [UInt8]) {
    bytes += starts[key]
    if let number { bytes.append(decimal: number) } else { bytes += absent }
  }

  private func append(_ key: Int, _ flag: Bool, to bytes: inout [UInt8]) {
    bytes += starts[key]
    bytes += (flag ? "true" : "false").utf8
  }

  private func append(
    _ key: Int, seconds ticks: Int64?, of track: MediaTrack, to bytes: inout [UInt8]
  ) {
    bytes += starts[key]
    let time = ticks.flatMap { ticks in
      track.time(ofTicks: ticks).converted(
        to: .microseconds, rounding: .toNearestOrAwayFromZero)
    }
    if let time { bytes.append(decimal: time.ticks, places: 6) } else { bytes += absent }
  }
}
