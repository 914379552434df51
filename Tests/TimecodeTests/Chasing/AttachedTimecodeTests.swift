import Foundation
import PlayheadAttaching
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimecode
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadChasing

/// Timecode is published as the position of any other player.
@Suite(.enabled(if: PlayheadTestEnvironment.LTCDecoder.isInstalled)) struct AttachedTimecodeTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  private func attach(_ signal: CodeSignal, in directory: TemporaryDirectory) throws
    -> AttachedPlayer
  {
    let file = directory.path("code.wav")
    try signal.wav.write(to: URL(filePath: file))
    let player = AttachedPlayer(.ltc(file), clock: clock)
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    clock.advance(by: .zero)
    return player
  }

  private func advance(_ milliseconds: Int) {
    for _ in 0..<milliseconds / 10 { clock.advance(by: .milliseconds(10)) }
  }

  @Test func thePositionIsExactToATenthOfAMillisecond() throws {
    let directory = try TemporaryDirectory()
    var signal = CodeSignal(.named(30_000, 1_001))
    let first = Timecode(hours: 10, minutes: 0, seconds: 0, frames: 0, base: signal.rate.base)
    signal.append(frames: first.frame..<first.frame + 150)
    let player = try attach(signal, in: directory)
    advance(1_000)
    let start = signal.rate.position(at: 4 * first.frame)
    for _ in 0..<300 {
      advance(10)
      let progress = try #require(player.progressIfKnown)
      let elapsed = Double(progress.hostInstant.nanoseconds - 1_000_000_000_000) / 1e9
      let error = abs(progress.position.seconds - start.seconds - elapsed)
      #expect(error < 0.0001)
      let uncertainty = MediaTime(progress.uncertainty ?? .zero)?.seconds ?? 0
      #expect(error <= uncertainty && uncertainty < 0.002)
    }
    #expect(recorder.values.allSatisfy { $0.cause == .interval })
    #expect(player.currentItem?.timecodeRate == signal.rate)
    player.close()
  }

  @Test(arguments: [0.5, 0.7, 1.4, 2.0])
  func atAnotherSpeedThePositionIsWithinHalfAFrame(_ speed: Double) throws {
    let directory = try TemporaryDirectory()
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_025)
    signal.append(frames: 1_025..<1_150, speed: speed)
    let player = try attach(signal, in: directory)
    advance(1_500)
    for _ in 0..<100 {
      advance(10)
      let progress = try #require(player.progressIfKnown)
      let elapsed = Double(progress.hostInstant.nanoseconds - 1_001_000_000_000) / 1e9
      #expect(abs(progress.position.seconds - 41 - elapsed * speed) < 0.02)
    }
    #expect(recorder.values.contains { $0.cause == .rateChanged })
    player.close()
  }

  @Test func changesOfTheCodeAreDiscontinuities() throws {
    let directory = try TemporaryDirectory()
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_025)
    signal.append(frames: 90_000..<90_025)
    signal.appendSilence(frames: 25)
    signal.append(frames: 90_025..<90_050)
    let player = try attach(signal, in: directory)
    advance(5_000)
    let causes = recorder.values.map(\.cause).filter { $0 != .interval }
    #expect(causes == [.seeked, .paused, .started])
    let stop = try #require(recorder.values.first { $0.cause == .paused })
    let uncertainty = try #require(stop.uncertainty.flatMap { MediaTime($0) })
    #expect(abs(stop.position.seconds - 3_601) <= uncertainty.seconds)
    #expect(uncertainty < .milliseconds(25))
    // The file has ended.
    #expect(player.status == .ended)
    #expect(throws: TransportRefusal.self) { try player.pause() }
  }

  @Test func aFileWithoutSoundIsAFailure() throws {
    let directory = try TemporaryDirectory()
    let text = try directory.write(Data("no sound".utf8), to: "text.wav")
    let failures = [text, directory.path("missing.wav")].map { file in
      let player = AttachedPlayer(.ltc(file), clock: clock)
      clock.advance(by: .milliseconds(10))
      return player.status
    }
    #expect(
      failures == [
        .failed("not a recognised media format"), .failed("No such file or directory"),
      ])
  }
}
