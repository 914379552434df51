import PlayheadMedia
import PlayheadTimekeeping

// The encoder's padding at the end of AAC in MP4, which libavformat leaves to its users. It handles
// that of other codecs and containers.
extension MediaInfo {
  /// Returns how many samples at the end of a packet are not presented; 0 if the file declares no end of the sound.
  func paddingSampleCount(of packet: PacketTiming) -> UInt32 {
    guard tracks.indices.contains(packet.track) else { return 0 }
    let track = tracks[packet.track]
    guard track.codec == "aac", let size = track.samplesPerPacket,
      let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0,
      track.timebase == Timebase(1, rate), let start = packet.presentationTicks,
      let end = soundEnd(of: track, in: packet)
    else { return 0 }
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? 0 : UInt32(clamping: Int64(size) - max(length, 0))
  }

  /// Returns the end of the sound in ticks of the track, if it can be inside this packet.
  private func soundEnd(of track: MediaTrack, in packet: PacketTiming) -> Int64? {
    guard let start = track.startTicks else { return nil }
    // iTunes stores the numbers of samples of priming, padding and sound, in hexadecimal.
    let counts = tags.value(of: "itunsmpb")?.split(separator: " ").prefix(4)
      .compactMap { Int64($0, radix: 16) }
    if let counts, counts.count == 4, counts[1] == start, counts[3] > 0 {
      let (end, overflow) = start.addingReportingOverflow(counts[3])
      return overflow ? nil : end
    }
    // Others shorten the duration of the last packet.
    guard let length = track.durationTicks, let ticks = packet.presentationTicks,
      let duration = packet.durationTicks, duration > 0
    else { return nil }
    let (trackEnd, isTrackTooLong) = start.addingReportingOverflow(length)
    let (end, isTooLong) = ticks.addingReportingOverflow(duration)
    return !isTrackTooLong && !isTooLong && end >= trackEnd ? end : nil
  }
}
