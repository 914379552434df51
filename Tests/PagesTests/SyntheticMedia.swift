import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Reports on generated media, with values along the timeline.
enum SyntheticMedia {
  /// Returns the report on video of 25 frames per second and sound of 48 kHz that starts later.
  ///
  /// - Parameters:
  ///   - seconds: The length.
  ///   - gap: The number of the first of 10 frames that are missing; nil if none are.
  ///   - zero: The time of the container at which the media begins, in seconds.
  ///   - name: A title of a chapter.
  ///   - declaredRate: The frame rate that the container declares.
  ///   - isMissing: Whether a packet of a track is missing, by the index of the track and its own number.
  static func report(
    seconds: Int, gap: Int? = nil, zero: Int64 = 0, soundSpeed: Double = 1, name: String = "Intro",
    declaredRate: FrameRate? = FrameRate(25, 1), isMissing: (Int, Int) -> Bool = { _, _ in false }
  ) -> TimingReport {
    var video = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 25))
    (video.codec, video.frameRate) = ("h264", declaredRate)
    var audio = MediaTrack(index: 1, kind: .audio, timebase: Timebase(1, 48_000))
    (audio.codec, audio.sampleRate, audio.samplesPerPacket) = ("mp2", 48_000, 1_152)
    var info = MediaInfo(
      name: "synthetic", container: "test", tracks: [video, audio], isSeekable: true)
    info.declaredStart = .seconds(zero)
    info.chapters = [
      Chapter(start: .seconds(zero), end: .seconds(zero + 1), title: name),
      Chapter(start: .seconds(zero + 1), end: .seconds(zero + 2), title: nil),
    ]
    var meter = TimingMeter(info: info, isTraced: true)
    var packets: [(Double, PacketTiming)] = []
    for frame in 0..<25 * seconds
    where !(gap.map { ($0..<$0 + 10).contains(frame) } ?? false) && !isMissing(0, frame) {
      let ticks = Int64(frame) + 25 * zero
      packets.append(
        (
          Double(frame) / 25,
          PacketTiming(
            track: 0, presentationTicks: ticks, decodeTicks: ticks, durationTicks: 1,
            byteCount: frame % 25 == 0 ? 20_000 : 2_000, isKeyframe: frame % 25 == 0)
        ))
    }
    for packet in 0..<48_000 * seconds / 1_152 where !isMissing(1, packet) {
      let ticks = Int64(Double(packet * 1_152) * soundSpeed) + 48_000 * zero
      packets.append(
        (
          // Sound follows pictures of the same time in the file.
          Double(packet) * 0.024 + 0.1,
          PacketTiming(
            track: 1, presentationTicks: ticks, decodeTicks: ticks, durationTicks: 1_152,
            byteCount: 384, isKeyframe: true)
        ))
    }
    for entry in packets.sorted(by: { ($0.0, $0.1.track) < ($1.0, $1.1.track) }) {
      meter.add(entry.1)
    }
    return meter.report(ending: .endOfMedia)
  }
}
