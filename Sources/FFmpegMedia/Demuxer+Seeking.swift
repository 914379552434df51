import CFFmpeg
import Media
import Timekeeping

extension Demuxer {
  /// How often a place further back is tried before the start is gone to: up to nine hours.
  private static let greatestAttemptCount: Int64 = 16

  /// What lies ahead of a place that was jumped to.
  private enum Landing {
    /// The first keyframe is presented at the target or before it.
    case early
    case late
    /// No keyframe could be read, or none that has a time.
    case unknown
  }

  /// Goes to a keyframe of `track` at or before `time`, or to the start where there is none.
  ///
  /// Where a container has no index FFmpeg lands near the time, before it or behind it and on any
  /// packet. So what is found there is looked at, and a place further back is tried until it is
  /// right. What was looked at is then in `ahead`, to be read first: the same jump need not land
  /// there twice. `packet` is overwritten.
  func seek(
    to time: MediaTime, along track: Track, packet: borrowing Packet, ahead: inout PacketQueue
  ) throws(MediaError) {
    if interruption.isInterrupted { throw makeError(.seek, ffmpeg_error_exit()) }
    let target =
      time.converted(to: track.timebase, rounding: .down)?.ticks ?? (time < .zero ? .min : .max)
    let start = track.startTicks ?? 0
    var place = target
    for attempt in 0..<Self.greatestAttemptCount where place > start {
      ahead.removeAll()
      guard jump(to: place, of: track) >= 0 else { break }
      let landing = try landing(before: target, of: track, packet: packet, ahead: &ahead)
      if landing == .early { return }
      place = place.saturatingMinus(track.ticks(seconds: 1 << attempt))
    }
    ahead.removeAll()
    try jumpToStart(of: track, packet: packet, ahead: &ahead)
  }

  /// Returns FFmpeg's number of the error, negative.
  private func jump(to ticks: Int64, of track: Track) -> Int32 {
    forgetInputError()
    // FFmpeg takes the least and the greatest number for "no bound" and "no time".
    let ticks = min(max(ticks, .min + 2), .max - 1)
    return avformat_seek_file(context, Int32(track.index), .min, ticks, ticks, 0)
  }

  private func jumpToStart(
    of track: Track, packet: borrowing Packet, ahead: inout PacketQueue
  ) throws(MediaError) {
    // Packets may lie before what is presented first, but not by so much.
    let place = (track.startTicks ?? 0).saturatingMinus(track.ticks(seconds: 3_600))
    if jump(to: place, of: track) >= 0, try readForSeeking(into: packet), ahead.append(packet) {
      return
    }
    forgetInputError()
    let code = av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
    if code >= 0 { return }
    let isRefused = MediaError.Reason(ffmpeg: code) == .other && !interruption.isInterrupted
    throw isRefused
      ? MediaError(.seek, name, ffmpeg: code, reason: .notSeekable) : makeError(.seek, code)
  }

  /// Reads as far as needed to tell, and keeps what can be decoded from there on.
  private func landing(
    before target: Int64, of track: Track, packet: borrowing Packet, ahead: inout PacketQueue
  ) throws(MediaError) -> Landing {
    while try readForSeeking(into: packet) {
      let timing = packet.timing
      guard timing.track == track.index else {
        guard ahead.append(packet) else { return .unknown }
        continue
      }
      let ticks = timing.presentationTicks ?? timing.decodeTicks
      if timing.isKeyframe {
        guard let ticks, ahead.append(packet) else { return .unknown }
        return ticks <= target ? .early : .late
      }
      // It refers to frames before this place.
      packet.clear()
      if let decodeTicks = timing.decodeTicks, decodeTicks > target { return .late }
    }
    return .unknown
  }

  /// False at the end, and where damage is in the way: another place may be better.
  private func readForSeeking(into packet: borrowing Packet) throws(MediaError) -> Bool {
    packet.clear()
    do throws(MediaError) {
      return try read(into: packet)
    } catch {
      if error.reason != .interrupted { return false }
      throw makeError(.seek, error.code)
    }
  }
}

extension Track {
  /// At least one.
  fileprivate func ticks(seconds: Int64) -> Int64 {
    max(MediaTime.seconds(seconds).converted(to: timebase, rounding: .up)?.ticks ?? .max, 1)
  }
}

extension Int64 {
  fileprivate func saturatingMinus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }
}
