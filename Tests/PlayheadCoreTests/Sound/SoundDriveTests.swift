import PlayheadAudio
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The playhead's side of the sound, with scripted readings. At 1,000 Hz, a millisecond is a sample.
@Suite struct SoundDriveTests {
  private static func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// A drive whose output plays sample 0 at 50 ms, as a reading at 10 ms has shown.
  private static func drive(writing count: Int = 500, isRead: Bool = true) -> SoundDrive {
    var drive = SoundDrive()
    drive.open(sampleRate: 1_000)
    write(count, from: .zero, before: Int64(count), to: &drive)
    if isRead { read(10, at: 10, &drive) }
    return drive
  }

  private static func write(
    _ count: Int, from start: MediaTime, before end: Int64, rate: Rate = .normal,
    to drive: inout SoundDrive, pass: Int? = nil
  ) {
    let segment = SoundSegment(
      pass: pass ?? drive.pass, origin: start, rate: rate, sampleRate: 1_000, offset: 0,
      sampleCount: count)
    drive.append(segment, count, before: end, at: instant(0))
  }

  /// Adds a reading of a device that plays 50 ms after it has taken a sample.
  private static func read(
    _ count: Int64, at milliseconds: Int64, isPlaying: Bool = true, _ drive: inout SoundDrive
  ) {
    let reading = AudioReading(
      instant: instant(milliseconds), samplesWritten: 500, samplesRead: count,
      latency: .milliseconds(50), isPlaying: isPlaying)
    drive.add(reading, underrunCount: 0, at: instant(milliseconds))
  }

  private static func milliseconds(_ time: MediaTime?) -> Double? {
    time.map { ($0.seconds * 1_000_000).rounded() / 1_000 }
  }

  private static func milliseconds(_ instant: HostInstant?) -> Double? {
    instant.map { (Double($0.nanoseconds) / 1_000).rounded() / 1_000 }
  }

  @Test func thePlayheadWaitsForTheFirstSample() {
    var drive = SoundDrive()
    drive.open(sampleRate: 1_000)
    #expect(drive.limit(from: .seconds(3)) == .seconds(3))
    #expect(drive.movingInstant == nil && !drive.isSilent && drive.progress == nil)
    Self.write(500, from: .zero, before: 500, to: &drive)
    #expect(Self.milliseconds(drive.limit(from: .zero)) == 500)
    #expect(drive.movingInstant == nil)
  }

  @Test func withoutAnOutputThereIsNoLimit() {
    let drive = SoundDrive()
    #expect(drive.limit(from: .seconds(3)) == nil)
  }

  @Test func itMovesFromTheInstantWhenTheFirstSampleIsHeard() {
    var drive = Self.drive()
    #expect(Self.milliseconds(drive.movingInstant) == 50)
    drive.move()
    #expect(drive.movingInstant == nil)
    let timeline = drive.timeline(at: Self.instant(170))
    #expect(Self.milliseconds(timeline?.mediaAnchor) == 120)
    #expect(timeline?.rate == .normal && timeline?.hostAnchor == Self.instant(170))
  }

  @Test func aLateReadingShowsWhereThePlayheadStarts() {
    var drive = Self.drive(isRead: false)
    Self.read(250, at: 210, &drive)
    #expect(Self.milliseconds(drive.movingInstant) == 210)
    #expect(Self.milliseconds(drive.restingPosition(at: Self.instant(210))) == 200)
  }

  @Test func thePositionIsThatOfTheSampleHeardAtItsRate() {
    var drive = Self.drive(writing: 100)
    drive.move()
    Self.write(100, from: .milliseconds(100), before: 200, rate: Rate(2, 1), to: &drive)
    #expect(Self.milliseconds(drive.limit(from: .zero)) == 300)
    let timeline = drive.timeline(at: Self.instant(200))
    #expect(Self.milliseconds(timeline?.mediaAnchor) == 200)
    #expect(timeline?.rate == Rate(2, 1))
  }

  @Test func itNeverPassesTheSamplesWritten() {
    var drive = Self.drive(writing: 100)
    drive.move()
    #expect(Self.milliseconds(drive.timeline(at: Self.instant(900))?.mediaAnchor) == 100)
  }

  @Test func afterAPauseItFollowsTheSamplesThatTheDeviceHasTaken() {
    var drive = Self.drive()
    drive.move()
    _ = drive.timeline(at: Self.instant(150))
    let mayDrain = drive.rest(at: .milliseconds(100), draining: true)
    #expect(mayDrain && drive.isDraining && drive.movingInstant == nil)
    Self.read(150, at: 150, isPlaying: false, &drive)
    #expect(Self.milliseconds(drive.restInstant) == 200)
    #expect(Self.milliseconds(drive.drainedPosition(at: Self.instant(180))) == 130)
    #expect(drive.isDraining)
    #expect(Self.milliseconds(drive.drainedPosition(at: Self.instant(400))) == 150)
    #expect(!drive.isDraining && drive.restInstant == nil)
  }

  /// While the samples are still heard that the device took before a pause, it may have skipped some after it.
  @Test func itsCourseChangesWhenSkippedSoundWouldBeHeard() {
    var drive = Self.drive()
    drive.move()
    Self.read(150, at: 150, isPlaying: false, &drive)
    #expect(Self.milliseconds(drive.nextCourseInstant(after: Self.instant(150))) == 200)
    Self.read(180, at: 160, &drive)
    #expect(Self.milliseconds(drive.nextCourseInstant(after: Self.instant(160))) == 200)
    #expect(Self.milliseconds(drive.timeline(at: Self.instant(199))?.mediaAnchor) == 149)
    #expect(Self.milliseconds(drive.timeline(at: Self.instant(200))?.mediaAnchor) == 170)
  }

  @Test func itsCourseChangesWithTheRateOfTheSound() {
    var drive = Self.drive(writing: 100)
    drive.move()
    Self.write(100, from: .milliseconds(100), before: 200, rate: Rate(2, 1), to: &drive)
    #expect(Self.milliseconds(drive.nextCourseInstant(after: Self.instant(60))) == 150)
    #expect(drive.nextCourseInstant(after: Self.instant(1_000)) == nil)
  }

  @Test func aRestartMakesEverythingVoid() {
    var drive = Self.drive()
    drive.move()
    drive.finish(at: .seconds(9))
    drive.complete(0)
    drive.restart()
    #expect(drive.pass == 2 && drive.end == nil)
    #expect(drive.timeline(at: Self.instant(150)) == nil)
    #expect(drive.limit(from: .seconds(7)) == .seconds(7))
    Self.write(100, from: .seconds(7), before: 600, to: &drive)
    #expect(Self.milliseconds(drive.limit(from: .seconds(7))) == 7_100)
  }

  @Test func samplesOfTheNextPassAreHeardAfterTheSeam() {
    var drive = Self.drive(writing: 100)
    drive.move()
    drive.complete(0)
    Self.write(100, from: .seconds(5), before: 200, to: &drive, pass: 1)
    drive.finish(at: .milliseconds(100))
    #expect(drive.limit(from: .zero) == nil)
    // Beyond the seam the pass continues until the playhead enters the next one.
    #expect(Self.milliseconds(drive.timeline(at: Self.instant(170))?.mediaAnchor) == 120)
    drive.enterNextPass()
    #expect(drive.pass == 1 && drive.end == nil)
    #expect(Self.milliseconds(drive.timeline(at: Self.instant(170))?.mediaAnchor) == 5_020)
  }

  /// The instant of the first sample is computed from its end, with the drift of the device.
  @Test func aPassThatBeginsAMomentLaterIsAtItsStart() {
    var drive = Self.drive(writing: 100)
    drive.restart()
    Self.write(100, from: .seconds(7), before: 200, to: &drive)
    drive.move()
    let timeline = drive.timeline(at: HostInstant(nanoseconds: 149_990_000))
    #expect(Self.milliseconds(timeline?.mediaAnchor) == 7_000)
  }

  @Test func aPassThatBeginsAMomentLaterMovesWithItsFirstSample() {
    var drive = Self.drive(writing: 100)
    drive.restart()
    Self.write(100, from: .seconds(7), before: 200, to: &drive)
    drive.move()
    let timeline = drive.timeline(at: HostInstant(nanoseconds: 149_400_000))
    #expect(Self.milliseconds(timeline?.hostAnchor) == 150)
  }

  @Test func soundThatTheDeviceTookWithoutAReadingMovesThePlayhead() {
    var drive = Self.drive(writing: 30, isRead: false)
    Self.read(30, at: 40, isPlaying: false, &drive)
    #expect(Self.milliseconds(drive.movingInstant) == 60)
  }

  @Test func aPassWithoutSoundIsSilent() {
    var drive = Self.drive(writing: 100)
    drive.move()
    drive.enterNextPass()
    #expect(!drive.isSilent && drive.timeline(at: Self.instant(170)) == nil)
    drive.complete(1)
    #expect(drive.isSilent && drive.limit(from: .zero) == nil)
  }

  @Test func aFlushTakesItsSamplesBack() {
    var drive = Self.drive(writing: 500, isRead: false)
    drive.flush(200, at: Self.instant(0))
    #expect(Self.milliseconds(drive.limit(from: .zero)) == 200)
    drive.flush(0, at: Self.instant(0))
    #expect(drive.limit(from: .zero) == .zero && drive.movingInstant == nil)
  }

  /// Another player may have made the output discard them.
  @Test func soundWhoseLastSamplesWereDiscardedIsNotComplete() {
    var drive = Self.drive(writing: 200)
    drive.complete(0)
    drive.move()
    drive.rest(at: .milliseconds(50))
    #expect(drive.limit(from: .zero) == nil)
    drive.flush(60, at: Self.instant(100))
    #expect(Self.milliseconds(drive.limit(from: .zero)) == 60)
    // Without the discarded samples, the playhead is not beyond the last one.
    #expect(Self.milliseconds(drive.restingPosition(at: Self.instant(300))) == 60)
  }

  @Test func afterALossNothingIsHeard() {
    var drive = Self.drive()
    drive.move()
    drive.close()
    #expect(drive.reading == nil && drive.progress == nil && drive.readingInterval == nil)
    #expect(drive.timeline(at: Self.instant(150)) == nil && drive.limit(from: .zero) == nil)
    drive.open(sampleRate: 1_000)
    #expect(drive.limit(from: .seconds(1)) == .seconds(1))
  }

  @Test func itReportsTheDevice() {
    var drive = Self.drive()
    let reading = AudioReading(
      instant: Self.instant(20), samplesWritten: 500, samplesRead: 20, latency: .milliseconds(50),
      isPlaying: true)
    drive.add(reading, underrunCount: 3, at: Self.instant(20))
    #expect(drive.progress?.latency == .milliseconds(50))
    #expect(drive.progress?.underrunCount == 3)
  }
}
