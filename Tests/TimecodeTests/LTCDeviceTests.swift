import Foundation
import PlayheadAudio
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadLocking
import Testing

@testable import PlayheadTimecode
@testable import PlayheadTimecodeOutputs

/// Plays linear timecode on devices that exist only in a test.
@Suite(.enabled(if: LTCDecoder.isInstalled)) struct LTCDeviceTests {
  private let clock = ManualHostClock()

  private func progress(
    _ position: MediaTime, _ cause: ProgressCause, _ state: PlaybackState = .playing
  ) -> PlayheadProgress {
    PlayheadProgress(
      position: position, hostInstant: clock.now, rate: .normal, state: state, cause: cause)
  }

  private func device(
    _ opener: FakeAudioOpener, channel: Int? = nil,
    report: @escaping @Sendable (TimecodeFailure) -> Void = { Issue.record("\($0)") }
  ) -> LTCDevice {
    let waveform = LTCWaveform(TimecodeCounter(.pal), delay: .zero)
    let device = LTCDevice(
      ObjectIdentifier(opener), opener, channel: channel, waveform, clock: clock, report: report)
    device.open(on: .main)
    return device
  }

  @Test(arguments: TestEffort.some([100, 0, -100]))
  func aFrameIsHeardWhenThePlayheadIsThere(_ drift: Double) throws {
    var fake = FakeAudioDevice()
    fake.drift = drift
    let opener = FakeAudioOpener(clock: clock, devices: [fake])
    let device = device(opener, channel: 2)
    clock.advance(by: .seconds(2))
    for count in 0..<200 {
      let position = MediaTime.milliseconds(3_000 + Int64(count) * 100)
      _ = device.receive(progress(position, count == 0 ? .started : .interval))
      clock.advance(by: .milliseconds(100))
    }
    let output = try #require(opener.outputs.first)
    let samples = output.takenSamples
    #expect(stride(from: 0, to: samples.count, by: 2).allSatisfy { samples[$0] == 0 })
    let values = stride(from: 1, to: samples.count, by: 2).map { Int16(samples[$0] * 32_767) }
    let frames = LTCDecoder.frames(
      inWAV: Data(count: 44) + values.withUnsafeBytes { Data($0) }, samplesPerFrame: 1_920)
    #expect(frames.count > 450)
    for frame in frames.dropFirst(25) {
      let timecode = try #require(Timecode(frame.text, nominalRate: 25))
      let instant = HostInstant(nanoseconds: (timecode.frame * 40 - 1_000) * 1_000_000)
      let heard = output.samplesHeard(at: instant)
      // The decoder rounds edges that are between samples; LTCPlaceTests measures them.
      if abs(heard - Double(frame.samples.lowerBound)) > 4 {
        Issue.record("\(frame.text) is \(frame.samples.lowerBound), not \(heard)")
      }
    }
    device.end()
    #expect(output.isClosed && clock.armedTimerCount == 0)
  }

  @Test func aDeviceThatIsMissingOrLostIsOpenedAgain() throws {
    var missing = FakeAudioDevice()
    missing.openingError = AudioError("tc", .noDevice)
    var lost = FakeAudioDevice()
    lost.events = [(.seconds(2), .loss(.lost))]
    let failures = Failures()
    let opener = FakeAudioOpener(
      clock: clock, devices: [missing, missing, lost, missing, FakeAudioDevice()])
    let device = device(opener) { failures.note($0) }
    _ = device.receive(progress(.zero, .started))
    clock.advance(by: .milliseconds(250))
    #expect(failures.texts == ["tc: no such device", "tc: no such device"])
    #expect(opener.attemptCount == 3 && opener.outputs.count == 1)
    clock.advance(by: .seconds(3))
    #expect(failures.texts.dropFirst(2) == ["fake: connection lost", "tc: no such device"])
    let output = try #require(opener.outputs.last)
    #expect(opener.outputs.count == 2 && opener.outputs[0].isClosed)
    #expect(output.takenSamples.contains { $0 != 0 })
    device.end()
    #expect(output.isClosed && clock.armedTimerCount == 0)
  }

  @Test(arguments: [(0, 100), (1, 220)])
  func moreIsWrittenAheadAfterAnUnderrun(_ count: Int, milliseconds: Int64) throws {
    var fake = FakeAudioDevice()
    fake.events = (0..<count).map { (.seconds($0 + 1), .starve(.milliseconds(1))) }
    let opener = FakeAudioOpener(clock: clock, devices: [fake])
    let device = device(opener)
    _ = device.receive(progress(.zero, .started))
    clock.advance(by: .seconds(count + 2))
    let status = try #require(opener.outputs.first?.status)
    #expect(status.underrunCount == count)
    let waiting = status.nextSample - (try #require(status.reading?.samplesRead))
    #expect(abs(waiting - milliseconds * 48) < 25 * 48)
    device.end()
  }

  private final class Failures: Sendable {
    private let list = Locked<[String]>([])
    var texts: [String] { list.withLock { $0 } }

    func note(_ failure: TimecodeFailure) { list.withLock { $0.append(failure.description) } }
  }
}
