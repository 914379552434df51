import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Media whose containers omit times, on the manual clock.
@Suite struct UntimedMediaTests {
  /// Plays a file to its end. Returns the times of its boundaries and the last update.
  private func played(
    _ path: String, on schedule: Schedule
  ) throws -> (starts: [MediaTime], end: PlayheadProgress) {
    let clock = ManualHostClock()
    let player = Player(path: path, clock: clock)
    defer { player.close() }
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: schedule).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(60))
    let last = try #require(recorder.values.last)
    #expect(last.cause == .ended && last.duration?.time == last.position)
    return (recorder.values.filter { $0.boundary != nil }.map(\.due), last)
  }

  private func path(_ file: String) -> String { Repository.path("Tests/Fixtures/media/\(file)") }

  @Test func h264InAVIIsPresentedWhenItIsDecoded() throws {
    let frames = try played(path("dropped-frames.avi"), on: .frames)
    let expected = (Array(0..<50) + Array(270..<275)).map {
      MediaTime(ticks: $0, timebase: Timebase(1, 25))
    }
    #expect(frames.starts == expected)
    #expect(frames.end.position == .seconds(11))
    let keyframes = try played(path("dropped-frames.avi"), on: .keyframes)
    #expect(keyframes.starts == [0, 400, 800, 1_200, 1_600, 10_800].map { .milliseconds($0) })
  }

  @Test func framesThatAVIDropsAreReportedAsAGap() throws {
    let report = try TimingReport(of: path("dropped-frames.avi"))
    #expect(report.duration == .seconds(11))
    let gap = try #require(report.tracks[0].gaps.elements.first)
    #expect(report.tracks[0].gaps.total == 1 && gap == TrackInterval(ticks: 50, length: 220))
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
  }

  @Test func matroskaFramesBeforeTheFirstTimeAreCountedBackwards() throws {
    let file = path("negative-start.mkv")
    #expect(try PreparedMedia(path: file).info.tracks[0].startTicks == -2_500)
    let frames = try played(file, on: .frames)
    #expect(frames.starts.count == 480 && Set(frames.starts).count == 480)
    #expect(frames.starts.first == .zero && frames.end.position == .seconds(4))
    // 120 frames per second, in milliseconds.
    for (index, start) in frames.starts.enumerated() {
      #expect(abs(start.seconds - Double(index) / 120) < 0.001)
    }
    let report = try TimingReport(of: file)
    #expect(report.duration == .seconds(4))
    #expect(report.tracks[0].frameRate?.measured == FrameRate(120, 1))
    #expect(report.tracks[0].gaps.isEmpty)
  }

  @Test func playingAgainFromTheStartReportsTheSameFrames() throws {
    let clock = ManualHostClock()
    let player = Player(path: path("negative-start.mkv"), clock: clock)
    defer { player.close() }
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: .frames).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(10))
    player.beginSeek(to: .zero)
    player.play()
    clock.advance(by: .seconds(10))
    let starts = recorder.values.filter { $0.boundary != nil }.map(\.due)
    #expect(starts.count == 960 && starts.prefix(480) == starts.suffix(480))
    #expect(player.duration == MediaDuration(time: .seconds(4), isExact: true))
  }

  @Test func framesOfMPEGProgramStreamsAreAllPresented() throws {
    let file = path("untimed-frames.mpg")
    let zero = try #require(try PreparedMedia(path: file).info.presentationStart)
    let frames = try played(file, on: .frames)
    let expected = (0..<300).compactMap { index in
      MediaTime(ticks: 46_500 + index * 1_500, timebase: Timebase(1, 90_000)).subtracting(zero)
    }
    #expect(frames.starts == expected)
    #expect(frames.end.lastFrameStart == expected.last)
    let report = try TimingReport(of: file)
    #expect(report.tracks[0].frameRate?.verdict == .constant)
    #expect(report.tracks[0].frameRate?.measured == FrameRate(60, 1))
  }

  @Test(arguments: [(1, 162_496), (3, 162_496 - 2 * 73_728)])
  func theLastFrameOfAPEEndsWithItsTrack(frameCount: Int, samplesOfLastFrame: Int) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      APEFile(frameCount: frameCount, samplesOfLastFrame: samplesOfLastFrame).bytes, to: "a.ape")
    let length = MediaTime(ticks: 162_496, timebase: Timebase(1, 44_100))
    #expect(try played(file, on: .keyframes).end.duration?.time == length)
    let report = try TimingReport(of: file)
    #expect(report.duration == length)
    #expect(report.findings.isEmpty)
    let source = try PreparedMedia(path: file).open(interruption: Interruption())
    #expect(try MediaDuration.measured(byReading: source).time == length)
  }
}
