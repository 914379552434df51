import PlayheadMedia
@testable import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// The parts of media whose clock jumps are joined on one timeline.
@Suite struct TimestampJoinTests {
  private static func packet(
    _ track: Int, _ ticks: Int64, _ duration: Int64, decode: Int64? = nil
  ) -> FakeMedia.Step {
    .packet(
      PacketTiming(
        track: track, presentationTicks: ticks, decodeTicks: decode ?? ticks,
        durationTicks: duration, byteCount: 100))
  }

  /// Two seconds of 40 ms video frames and 20 ms audio packets. Audio starts and ends 10 ms later.
  private static func part(from start: Int64) -> (video: [FakeMedia.Step], audio: [FakeMedia.Step])
  {
    (
      (0..<50).map { packet(0, start + $0 * 40, 40) },
      (0..<100).map { packet(1, start + 10 + $0 * 20, 20) }
    )
  }

  /// Returns interleaved packets, with audio up to `lag` video packets behind.
  private static func interleaved(_ starts: [Int64], lag: Int = 0) -> [FakeMedia.Step] {
    let video = starts.flatMap { part(from: $0).video }
    let audio = starts.flatMap { part(from: $0).audio }
    var steps: [FakeMedia.Step] = []
    for index in 0..<video.count + lag {
      if index < video.count { steps.append(video[index]) }
      let first = (index - lag) * 2
      if first >= 0 { steps += audio[first...first + 1] }
    }
    return steps
  }

  private static func media(
    _ steps: [FakeMedia.Step], jumps: Bool = true, tracks: [MediaTrack.Kind] = [.video, .audio]
  ) -> FakeMedia {
    var info = MediaInfo(
      name: "fake", container: "fake",
      tracks: tracks.enumerated().map {
        MediaTrack(index: $0.offset, kind: $0.element, timebase: .milliseconds)
      }, isSeekable: true)
    info.isClockDiscontinuous = jumps
    return FakeMedia(info: info, steps: steps)
  }

  /// Plays to the end, checks that the position never decreases, and returns the final position.
  private func end(of stage: Stage, within seconds: Int) throws -> MediaTime {
    stage.player.play()
    var position = MediaTime.zero
    for _ in 0..<seconds * 10 {
      stage.advance(milliseconds: 100)
      let now = stage.player.currentTime()
      #expect(now >= position)
      position = now
    }
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.stalledTime == .zero)
    let duration = try #require(stage.player.duration)
    #expect(duration.isExact && duration.time == position)
    return position
  }

  /// FFmpeg presents no packets of a fragment of MP4 whose clock goes back.
  @Test func aPartFollowsWhoseFirstPacketsAreNotPresented() throws {
    let steps = (0..<100).map { index in
      var packet = PacketTiming(
        track: 0, presentationTicks: Int64(index % 50 * 40),
        decodeTicks: Int64(index % 50 * 40),
        durationTicks: 40, byteCount: 100)
      packet.isDiscarded = (50..<70).contains(index)
      return FakeMedia.Step.packet(packet)
    }
    let stage = Stage(Self.media(steps, tracks: [.video]))
    #expect(try end(of: stage, within: 6) == .seconds(4))
  }

  /// Recordings may be shorter than what decode times may go back by.
  @Test(arguments: [1, 2, 5]) func veryShortRecordingsFollowOneAnother(count: Int) throws {
    let steps = (0..<4 * count).map { index in
      var packet = PacketTiming(
        track: 0, presentationTicks: Int64(index % count) * 20, durationTicks: 20, byteCount: 100)
      packet.beginsEdit = index % count == 0 && index > 0
      return FakeMedia.Step.packet(packet)
    }
    let stage = Stage(Self.media(steps, tracks: [.audio]))
    #expect(try end(of: stage, within: 1) == .milliseconds(80 * Int64(count)))
  }

  @Test(
    arguments: [
      [0, 0], [3_600_000, 3_600_000, 95_443_717], [95_443_717, 0, 3_600_000],
      [0, -500_000, 500_000, 0],
    ], [0, 1, 7])
  func partsFollowOneAnother(starts: [Int64], lag: Int) throws {
    let stage = Stage(Self.media(Self.interleaved(starts, lag: lag)))
    let length = MediaTime.milliseconds(2_010 * Int64(starts.count))
    #expect(try end(of: stage, within: 3 * starts.count) == length)
    #expect(stage.player.playedTime == length)
    #expect(
      try MediaDuration.measured(
        byReading: Self.media(Self.interleaved(starts, lag: lag)).open(
          interruption: Interruption())) == MediaDuration(time: length, isExact: true))
  }

  /// A reader that is slower than the bytes pass does not get all of them.
  @Test(arguments: [0, 1, 7])
  func whatFollowsMissingBytesIsNoOtherRecording(lag: Int) throws {
    func steps(from first: Int64) -> [FakeMedia.Step] {
      Self.interleaved([first, 100_000], lag: lag).map { step in
        guard case .packet(var packet) = step, let ticks = packet.presentationTicks else {
          return step
        }
        packet.followsMissingBytes = [100_000, 100_010].contains(ticks)
        return .packet(packet)
      }
    }
    #expect(try end(of: Stage(Self.media(steps(from: 0))), within: 110) == .milliseconds(102_010))
    // Times that go back are those of another recording.
    let length = MediaTime.milliseconds(4_020)
    #expect(try end(of: Stage(Self.media(steps(from: 200_000))), within: 10) == length)
  }

  @Test func tracksWithoutACommonClockAreReported() throws {
    let apart = Self.part(from: 0).video + Self.part(from: 900_000).audio
    let stage = Stage(Self.media(apart))
    #expect(try end(of: stage, within: 5) == .milliseconds(4_000))
    #expect(stage.player.hasUnrelatedClocks)
    for steps in [Self.interleaved([0, 900_000]), Self.interleaved([0], lag: 7)] {
      let stage = Stage(Self.media(steps))
      _ = try self.end(of: stage, within: 5)
      #expect(!stage.player.hasUnrelatedClocks)
    }
  }

  /// Recordings with and without sound.
  @Test(arguments: [0, 3], [0, 5_000, 900_000] as [Int64])
  func aTrackBeginsWithItsRecording(lag: Int, start: Int64) throws {
    let video = Self.part(from: start + 4_000).video
    let audio = Self.interleaved([start], lag: lag)
    let (steps, order) = (video + audio, audio + Self.part(from: start).video)
    #expect(try end(of: Stage(Self.media(steps)), within: 6) == .milliseconds(4_010))
    #expect(try end(of: Stage(Self.media(order)), within: 6) == .milliseconds(4_010))
    var join = TimestampJoin(info: Self.media([]).info)
    for case .packet(let packet) in steps { join.process(.init(packet: packet)) }
    join.finish()
    var first: [Int: Int64] = [:]
    while let entry = join.next() {
      guard let ticks = entry.packet.presentationTicks else { continue }
      first[entry.packet.track] = first[entry.packet.track] ?? ticks
    }
    #expect(first == [0: start + 4_000, 1: start + 6_010])
  }

  /// A seek beyond the end may continue at the start, which is just near the expected time for one of the tracks.
  @Test(arguments: [9_000, 10_000, 10_005, 11_000, 500_000] as [Int64])
  func tracksThatAgreeAreOnePart(expected: Int64) {
    var join = TimestampJoin(info: Self.media([]).info)
    join.restart(near: .milliseconds(expected))
    for case .packet(let packet) in Self.interleaved([0]) { join.process(.init(packet: packet)) }
    join.finish()
    var ends: [Int64] = []
    while let entry = join.next() {
      ends.append((entry.packet.presentationTicks ?? 0) + (entry.packet.durationTicks ?? 0))
    }
    #expect(ends.count == 150 && ends.max() == 2_010 && join.joins.isEmpty)
  }

  /// libavformat adds the period of the clock to times that are before the first one.
  @Test(arguments: ["mpegts", "mpeg", "fake"])
  func theClocksOfAJoinAreThoseOfTheFile(container: String) throws {
    let period: Int64 = 1 << 33
    func clocks(_ first: Int64, _ second: Int64) throws -> (before: Int64, after: Int64) {
      var info = Self.media([], tracks: [.video]).info
      info.container = container
      info.tracks[0].timebase = Timebase(1, 90_000)
      var join = TimestampJoin(info: info)
      for case .packet(let packet) in [first, second].flatMap({ start in
        (0..<50).map { Self.packet(0, start + $0 * 3_600, 3_600) }
      }) {
        join.process(.init(packet: packet))
      }
      join.finish()
      let found = try #require(join.joins.first)
      return (found.clockBefore.ticks, found.clockAfter.ticks)
    }
    let hour: Int64 = 324_000_000
    let added = container == "fake" ? period : 0
    #expect(try clocks(hour, period + 9_000) == (hour + 180_000, added + 9_000))
    let late = period + hour
    #expect(try clocks(late, period + 9_000) == (added + hour + 180_000, added + 9_000))
    // A clock that begins again.
    #expect(try clocks(period - 90_000, 90_000) == (period + 90_000, 90_000))
  }

  /// The clock of the next recording begins after the end of the one before, by less than the longest pause.
  @Test(arguments: [150, 1_000, 5_000, 9_900] as [Int64], [0, 1, 7])
  func aDeclaredRecordingFollowsTheOneBefore(gap: Int64, lag: Int) {
    func end(
      _ steps: [FakeMedia.Step], declared: [Int64] = []
    ) -> (ticks: Int64?, joinCount: Int, count: Int) {
      var join = TimestampJoin(info: Self.media([]).info)
      join.findDeclaredJoins = { declared.map { .milliseconds($0) ... .milliseconds($0) } }
      for case .packet(let packet) in steps { join.process(.init(packet: packet)) }
      join.finish()
      var ends: [Int64] = []
      while let entry = join.next() {
        ends.append((entry.packet.presentationTicks ?? 0) + (entry.packet.durationTicks ?? 0))
      }
      return (ends.max(), join.joins.count, ends.count)
    }
    let starts: [Int64] = [0, 2_010 + gap, 4_020 + 2 * gap]
    let steps = Self.interleaved(starts, lag: lag)
    let sum: Int64 = 6_030 + 2 * gap
    #expect(end(steps) == (sum, 0, 450))
    // Declared lengths may be rounded to seconds.
    #expect(end(steps, declared: [2_000, 4_000]) == (6_030, 2, 450))
    #expect(end(steps, declared: [100_000]) == (sum, 0, 450))
    // The times near some overlap.
    let many = (0..<10_000).map { (number: Int64) in 2_000 * number + number % 2 * 500 }
    #expect(end(steps, declared: many) == (6_030, 2, 450))
    var marked = steps
    for index in steps.indices {
      guard case .packet(var packet) = steps[index], let ticks = packet.presentationTicks else {
        continue
      }
      packet.beginsEdit = starts.dropFirst().contains(ticks - (packet.track == 1 ? 10 : 0))
      marked[index] = .packet(packet)
    }
    #expect(end(marked) == (6_030, 2, 450))
  }

  /// Neither the usual steps of long packets, nor pauses where the place of a recording is not known.
  @Test func stepsNearADeclaredRecordingAreNoneIfTheyMayBeUsual() {
    func joinCount(_ steps: [FakeMedia.Step], near range: ClosedRange<MediaTime>) -> Int {
      var join = TimestampJoin(info: Self.media([]).info)
      join.findDeclaredJoins = { [range] }
      for case .packet(let packet) in steps { join.process(.init(packet: packet)) }
      join.finish()
      return join.joins.count
    }
    let slow = (0..<40).flatMap { [Self.packet(0, $0 * 128, 128), Self.packet(1, $0 * 128, 128)] }
    #expect(joinCount(slow, near: .milliseconds(2_000) ... .milliseconds(2_000)) == 0)
    let pause = Self.interleaved([0, 7_000])
    #expect(joinCount(pause, near: .milliseconds(2_000) ... .milliseconds(2_500)) == 1)
    #expect(joinCount(pause, near: .zero ... .milliseconds(100_000)) == 0)
  }

  @Test func aTrackThatEndedDoesNotHoldTheNextPartBack() throws {
    let (video, audio) = Self.part(from: 0)
    let steps = video + audio + Self.part(from: 700_000).video
    #expect(try end(of: Stage(Self.media(steps)), within: 5) == .milliseconds(4_010))
  }

  /// A gap that a recording may have is played, and a gap in one track only is not a jump.
  @Test func pausesAreKept() throws {
    let hole =
      [Self.packet(0, 0, 40), Self.packet(1, 0, 40)]
      + [Self.packet(0, 9_000, 40), Self.packet(1, 9_000, 40)]
    let stage = Stage(Self.media(hole))
    #expect(try end(of: stage, within: 10) == .milliseconds(9_040))
    let silence =
      [Self.packet(1, 0, 20)] + (0..<500).map { Self.packet(0, $0 * 40, 40) }
      + [Self.packet(1, 20_000, 20)]
    #expect(try end(of: Stage(Self.media(silence)), within: 21) == .milliseconds(20_020))
  }

  /// A single timestamp far ahead or far back is ignored.
  @Test(arguments: [95_443_717, 1_000_000, -1_000_000] as [Int64], [0, 1])
  func aDamagedTimestampIsLeftOut(value: Int64, track: Int) throws {
    var steps = Self.interleaved([0])
    let place = try #require(
      steps.indices.first { index in
        guard case .packet(let packet) = steps[index] else { return false }
        return index > 60 && packet.track == track
      })
    steps[place] = Self.packet(track, value, 20)
    #expect(try end(of: Stage(Self.media(steps)), within: 3) == .milliseconds(2_010))
    // Only the presentation time is damaged.
    guard case .packet(let packet) = Self.interleaved([0])[place] else { return }
    steps[place] = Self.packet(track, value, 20, decode: packet.decodeTicks)
    #expect(try end(of: Stage(Self.media(steps)), within: 3) == .milliseconds(2_010))
    // The last timestamp is damaged.
    steps = Self.interleaved([0]) + [Self.packet(track, value, 20)]
    let last = try end(of: Stage(Self.media(steps)), within: 3)
    #expect(last <= .milliseconds(2_030) && last >= .milliseconds(2_010))
  }

  @Test func whereTheClockDoesNotJumpItsTimesAreTaken() throws {
    let steps = Self.interleaved([0, 60_000])
    let stage = Stage(Self.media(steps, jumps: false))
    stage.player.play()
    stage.clock.advance(by: .seconds(70))
    #expect(stage.player.duration?.time == .milliseconds(62_010))
  }

  /// A seek lands in the right part after the parts are known.
  @Test func aSeekAmongJoinedParts() throws {
    let stage = Stage(Self.media(Self.interleaved([0, 100, 600_000])))
    _ = try end(of: stage, within: 7)
    for milliseconds in [5_000, 3_000, 1_000, 4_500] as [Int64] {
      stage.player.beginSeek(to: .milliseconds(milliseconds))
      stage.play(milliseconds: 100)
      #expect(stage.player.currentTime() == .milliseconds(milliseconds + 100))
      stage.player.pause()
    }
    #expect(try end(of: stage, within: 3) == .milliseconds(6_030))
  }

  /// Before the join is known, a seek uses the container's times and finds its end. Reading from
  /// the start finds the join and an earlier end.
  @Test func theEndIsThatOfWhatWasReadLast() throws {
    let stage = Stage(Self.media(Self.interleaved([0, 600_000])))
    stage.player.beginSeek(to: .seconds(601))
    stage.load()
    #expect(stage.player.duration?.time == .milliseconds(602_010))
    stage.player.beginSeek(to: .zero)
    #expect(try end(of: stage, within: 5) == .milliseconds(4_020))
  }

  /// Decoded frames have joined times.
  @Test func framesAreAtTheirJoinedTimes() throws {
    let clock = ManualHostClock()
    let player = Player(
      media: Self.media(Self.interleaved([0, 90_000])), decoding: .video, clock: clock)
    let recorder = RecordingSubscriber<PresentedFrame, Never>()
    player.framePublisher(track: 0).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(5))
    let expected = (0..<100).map { (index: Int64) -> MediaTime in
      .milliseconds(index * 40 + (index < 50 ? 0 : 10))
    }
    #expect(recorder.values.map(\.position) == expected)
    player.close()
  }

  @Test func theTimeInTheFileIsMovedWithItsPacket() {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = 0
    var info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    info.isClockDiscontinuous = true
    var join = TimestampJoin(info: info, repairsTimes: false)
    for start in [90_000, 0] as [Int64] {
      for index in 0..<50 as Range<Int64> {
        let time = start + index * 40
        func packet(_ ticks: Int64) -> PacketTiming {
          PacketTiming(
            track: 0, presentationTicks: ticks, decodeTicks: ticks, durationTicks: 40,
            byteCount: 100)
        }
        join.process(
          TimestampJoin.Entry(
            packet: packet(time), original: index == 25 ? packet(time + 3_000) : nil))
      }
    }
    join.finish()
    var distances: [Int64] = []
    while let entry = join.next() {
      guard let original = entry.original else { continue }
      #expect(original.decodeTicks == original.presentationTicks)
      distances.append((original.presentationTicks ?? 0) - (entry.packet.presentationTicks ?? 0))
    }
    #expect(distances == [3_000, 3_000])
    #expect(join.hasJoined)
  }

  /// Packets that are held back are returned before an error is thrown.
  @Test func anErrorBehindAJumpComesAfterWhatWasRead() throws {
    let error = MediaError(.read, of: "fake", reason: .other)
    let stage = Stage(
      Self.media(Self.interleaved([0]) + [Self.packet(0, 90_000, 40), .failure(error)]))
    stage.player.play()
    stage.clock.advance(by: .seconds(5))
    #expect(stage.player.status == .failed(error))
    #expect(stage.player.currentTime() == .milliseconds(2_040))
  }

  /// The first packet after a seek may have the damaged timestamp.
  @Test func aDamagedTimestampWhereASeekWent() throws {
    var steps = Self.interleaved([0, 2_010, 4_020, 6_030])
    let place = try #require(
      steps.indices.first { index in
        guard case .packet(let packet) = steps[index] else { return false }
        return packet.track == 0 && packet.presentationTicks == 6_430
      })
    steps[place] = Self.packet(0, -95_443_717, 40)
    let stage = Stage(Self.media(steps))
    stage.player.beginSeek(to: .milliseconds(6_430))
    stage.play(milliseconds: 100)
    #expect(stage.player.currentTime() == .milliseconds(6_530))
    #expect(try end(of: stage, within: 3) == .milliseconds(8_040))
  }

  /// A seek may land far before its target. The container's times are right there.
  @Test(arguments: [1, 2, 40]) func aSeekFarBeforeItsTarget(count: Int) throws {
    let steps = Self.interleaved([0])
    var sparse = Self.interleaved([60_000])
    for index in sparse.indices.dropLast(count) {
      guard case .packet(var packet) = sparse[index] else { continue }
      packet.isKeyframe = false
      sparse[index] = .packet(packet)
    }
    let stage = Stage(Self.media(steps.prefix(12) + sparse))
    stage.player.beginSeek(to: .seconds(100))
    stage.load()
    #expect(stage.player.duration == MediaDuration(time: .milliseconds(62_010), isExact: true))
    #expect(stage.player.currentTime() == .milliseconds(62_010))
  }
}
