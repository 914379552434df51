import PlayheadFFmpeg
import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct SeekTests {
  /// Returns the times of the track's keyframes from here to the end, in order.
  private static func keyframes(_ source: any MediaSource, _ track: MediaTrack) throws -> [Int64] {
    try source.readAll().filter { $0.track == track.index && $0.isKeyframe }
      .compactMap(\.presentationTicks).sorted()
  }

  @Test(arguments: SampleMedia.facts)
  func landsOnAKeyframeAtOrBeforeTheTarget(_ facts: ContainerFacts) throws {
    let source = try SampleMedia.open(facts.file)
    let track = try #require(source.info.timelineTracks.first)
    let keyframes = try Self.keyframes(source, track)
    // One sample has no times at all; a seek in it goes to the start.
    guard let first = keyframes.first, let last = keyframes.last else {
      try source.seek(to: .seconds(1))
      let expected = try SampleMedia.open(facts.file).readAll().count
      #expect(try source.readAll().count == expected)
      return
    }
    // Seeks backwards, forwards, and to both ends.
    for part in [8, 3, 5, 0, 7, 1, 4, 2, 6, 8] as [Int64] {
      let target = first + (last - first) * part / 8
      try source.seek(to: track.time(ofTicks: target))
      let landed = try #require(try firstKeyframe(source, track), "\(target)")
      #expect(landed <= target)
      // Audio without frames, such as PCM, can be read from anywhere.
      if track.kind == .video { #expect(keyframes.contains(landed)) }
    }
  }

  /// Returns the time of the track's next packet, which must be a keyframe.
  private func firstKeyframe(_ source: any MediaSource, _ track: MediaTrack) throws -> Int64? {
    while let packet = try source.readPacket() {
      guard packet.track == track.index else { continue }
      #expect(packet.isKeyframe)
      return packet.presentationTicks
    }
    return nil
  }

  @Test(arguments: ["bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "mediafile-full.m4a"])
  func aSeekBeforeTheStartGoesToTheStart(_ file: String) throws {
    let source = try SampleMedia.open(file)
    let packets = try source.readAll()
    for time in [MediaTime.seconds(-5), MediaTime(ticks: .min, timebase: .seconds)] {
      try source.seek(to: time)
      #expect(try source.readAll().count == packets.count)
    }
  }

  @Test(arguments: ["bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "mediafile.opus"])
  func aSeekBeyondTheEndGoesNearTheEnd(_ file: String) throws {
    let source = try SampleMedia.open(file)
    let track = try #require(source.info.timelineTracks.first)
    let last = try #require(try Self.keyframes(source, track).last)
    for time in [MediaTime.seconds(100_000), MediaTime(ticks: .max, timebase: .seconds)] {
      try source.seek(to: time)
      #expect(try Self.keyframes(source, track).last == last)
    }
  }

  /// Reading after a seek returns the same packets as reading from the start.
  @Test(arguments: [
    "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "beepflash/bf_wrap.ts",
  ])
  func noPacketIsMissedAfterASeek(_ file: String) throws {
    let source = try SampleMedia.open(file)
    let track = try #require(source.info.timelineTracks.first)
    let all = try source.readAll().filter { $0.track == track.index }
    let middle = try #require(all[all.count / 2].presentationTicks)
    try source.seek(to: track.time(ofTicks: middle))
    let rest = try source.readAll().filter { $0.track == track.index }
    #expect(rest.count >= all.count / 2)
    #expect(rest.map(\.presentationTicks) == all.suffix(rest.count).map(\.presentationTicks))
  }
}
