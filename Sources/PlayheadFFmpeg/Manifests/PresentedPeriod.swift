import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// What the Period of a manifest of DASH presents that FFmpeg plays. Its segments may exceed it.
struct PresentedPeriod {
  private let length: MediaTime
  /// The timestamps at its start, by the identifiers of the Representations.
  private let offsets: [String: MediaTime]

  /// Returns nil if the manifest is invalid or dynamic, or does not declare the length.
  init?(_ manifest: [UInt8], name: String) {
    guard let root = try? ManifestXML.parse(manifest, name: name),
      let manifest = DASHManifest(root, at: name), manifest.isStatic,
      let length = manifest.lengths[manifest.playedPeriod], length > .zero
    else { return nil }
    self.length = length
    offsets = manifest.offsets[manifest.playedPeriod] ?? [:]
  }

  /// Returns the timestamps at the start and the end of a track with these tags; nil if it is no Representation of the
  /// Period.
  fileprivate func span(of tags: [MediaTag]) -> Range<MediaTime>? {
    guard let offset = tags.value(of: "id").flatMap({ offsets[String($0.prefix(100))] }),
      let end = offset.adding(length), offset < end
    else { return nil }
    return offset..<end
  }

  /// How much earlier the priming of sound may begin.
  private static let priming = MediaTime.milliseconds(50)

  /// Returns whether media at a timestamp precedes the Period, and is no priming.
  fileprivate static func precedes(
    _ time: MediaTime, _ span: Range<MediaTime>, isSound: Bool
  ) -> Bool {
    time < (isSound ? span.lowerBound.subtracting(priming) ?? span.lowerBound : span.lowerBound)
  }

  /// Limits the start and the end that a description declares.
  func limit(_ info: inout MediaInfo) {
    for index in info.tracks.indices {
      let track = info.tracks[index]
      guard let span = span(of: track.tags), let start = track.startTicks,
        let ticks = span.lowerBound.converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
      else { continue }
      let isEarly = Self.precedes(
        track.time(ofTicks: start), span, isSound: track.kind == .audio)
      if isEarly { info.tracks[index].startTicks = ticks }
      // It is that of all segments.
      info.tracks[index].durationTicks = nil
    }
    guard let track = info.timelineTracks.first, let span = span(of: track.tags) else { return }
    (info.declaredStart, info.declaredDuration) = (span.lowerBound, length)
  }
}

/// Leaves out what the Period of DASH does not present.
final class PeriodLimit {
  /// How far the ends of Periods may be rounded.
  private static let rounding = MediaTime.milliseconds(1)

  /// What is presented of each track, by the index of the stream.
  private var spans: [Int: Range<MediaTime>] = [:]
  /// The tracks that were read to the end.
  private var ended: Set<Int> = []

  /// Returns nil if the Period limits no stream.
  init?(_ period: PresentedPeriod?, of context: UnsafeMutablePointer<AVFormatContext>) {
    guard let period else { return nil }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      spans[index] = period.span(of: MediaTag.all(in: stream.pointee.metadata))
    }
    if spans.isEmpty { return nil }
  }

  /// Whether all tracks were read to the end of the Period.
  var isOver: Bool { ended.count == spans.count }

  func restart() { ended = [] }

  /// Returns the target of a seek that finds packets of the Period.
  func target(_ ticks: Int64, of track: MediaTrack) -> Int64 {
    let last = spans[track.index]?.upperBound.subtracting(Self.rounding)
    return min(ticks, last?.converted(to: track.timebase, rounding: .down)?.ticks ?? ticks)
  }

  /// Marks a packet that is not presented, and shortens the last one.
  func apply(to packet: borrowing Packet, in context: UnsafeMutablePointer<AVFormatContext>) {
    let fields = packet.pointer.pointee
    guard let span = spans[Int(fields.stream_index)], fields.pts != ffmpeg_no_timestamp(),
      let stream = context.pointee.streams[Int(fields.stream_index)]?.pointee,
      let last = span.upperBound.subtracting(Self.rounding),
      let first = span.lowerBound.adding(Self.rounding)
    else { return }
    let timebase = Timebase(ffmpeg: stream.time_base)
    func time(_ ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, timebase: timebase) }
    let start = time(fields.pts)
    let (ticks, overflow) = fields.pts.addingReportingOverflow(max(fields.duration, 0))
    let end = overflow ? start : time(ticks)
    let isSound = stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    let isEarly = PresentedPeriod.precedes(start, span, isSound: isSound) && end <= first
    if start >= last || isEarly {
      packet.pointer.pointee.flags |= AV_PKT_FLAG_DISCARD
      let decoded = fields.dts == ffmpeg_no_timestamp() ? start : time(fields.dts)
      if decoded >= last { ended.insert(Int(fields.stream_index)) }
    } else if end > span.upperBound, let excess = end.subtracting(span.upperBound) {
      shorten(packet, by: excess, timebase, isSound ? stream.codecpar.pointee.sample_rate : 0)
    }
  }

  private func shorten(
    _ packet: borrowing Packet, by excess: MediaTime, _ timebase: Timebase, _ sampleRate: Int32
  ) {
    if let samples = Timebase(reducing: 1, Int64(sampleRate)) {
      let count = excess.converted(to: samples, rounding: .toNearestOrEven)?.ticks
      packet.pad(UInt32(clamping: count ?? 0))
    } else if let ticks = excess.converted(to: timebase, rounding: .toNearestOrEven)?.ticks {
      packet.pointer.pointee.duration = max(
        MovieFragments.distance(from: ticks, to: packet.pointer.pointee.duration), 1)
    }
  }
}
