import Foundation
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimecode
@testable import PlayheadTimecodeOutputs

/// Decodes sound that was made in parts of random lengths.
@Suite(.enabled(if: LTCDecoder.isInstalled)) struct LTCWaveformTests {
  private func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private static func instant(ofSample sample: Int) -> HostInstant {
    HostInstant(nanoseconds: Int64(sample) * 62_500 / 3)
  }

  private static func samples(
    _ count: Int, from first: Int, _ waveform: inout LTCWaveform
  ) -> [Float] {
    waveform.samples(
      count, from: Int64(first), heardFrom: instant(ofSample: first),
      until: instant(ofSample: first + count))
  }

  /// Returns the frames that are heard until an instant, with the instants of their samples counted from 0.
  private func frames(
    _ courses: [PlayheadCourse], until end: Int64, delay: Duration = .zero, rate: Int = 1
  ) -> [LTCDecoder.Frame] {
    var random = SplitMix64(seed: 5)
    var waveform = LTCWaveform(TimecodeCounter(.pal), delay: delay)
    var samples: [Float] = []
    var courses = courses[...]
    while samples.count < end * 48 {
      let now = Self.instant(ofSample: samples.count)
      while let course = courses.first, course.instant <= now {
        waveform.record(courses.removeFirst())
      }
      let count = Int.random(in: 1...900, using: &random)
      samples += Self.samples(count, from: samples.count, &waveform)
    }
    let values = samples.map { Int16($0 * 32_767) }
    let bytes = Data(count: 44) + values.withUnsafeBytes { Data($0) }
    return LTCDecoder.frames(inWAV: bytes, samplesPerFrame: 1_920 / rate)
  }

  @Test(arguments: [-40, 0, 120] as [Int64])
  func aFrameIsHeardAtItsPosition(_ delay: Int64) throws {
    let start = PlayheadCourse(
      position: .milliseconds(1_010), instant: instant(500), rate: .normal, change: .moved)
    let frames = frames([start], until: 3_000, delay: .milliseconds(delay))
    #expect(frames.count > 50)
    for frame in frames.dropFirst(2) {
      let timecode = try #require(Timecode(frame.text, nominalRate: 25))
      let exact = (timecode.frame * 40 - 1_010 + 500 + delay) * 48
      #expect(abs(Int64(frame.samples.lowerBound) - exact) <= 1)
    }
  }

  @Test func theCodeStopsAndContinuesElsewhere() {
    let frames = frames(
      [
        PlayheadCourse(position: .zero, instant: instant(0), rate: Rate(2, 1), change: .moved),
        PlayheadCourse(
          position: .seconds(2), instant: instant(1_000), rate: .paused, change: .stopped),
        PlayheadCourse(
          position: .seconds(9), instant: instant(2_000), rate: Rate(2, 1), change: .moved),
      ], until: 3_000, rate: 2)
    #expect(frames.contains { $0.text == "00:00:01:20" })
    #expect(!frames.contains { $0.text > "00:00:02:00" && $0.text < "00:00:09:00" })
    #expect(!frames.contains { (49_000..<95_000).contains($0.samples.lowerBound) })
    #expect(frames.contains { $0.text == "00:00:09:01" })
  }

  @Test func aSingleFrameIsHeardAlsoIfTheDeviceIsLate() {
    var waveform = LTCWaveform(TimecodeCounter(.pal), delay: .zero)
    for position in [0, 5] as [Int64] {
      waveform.record(
        PlayheadCourse(
          position: .seconds(position), instant: instant(position), rate: .paused, change: .stopped)
      )
    }
    let samples = Self.samples(4_800, from: 9_600, &waveform)
    // Half a bit more on both sides, so that the first and the last bit have their edges.
    #expect(samples.prefix(1_944).allSatisfy { abs($0) > 0 })
    #expect(samples.dropFirst(1_944).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0, 3, 24_999] as [Int64])
  func theSingleFrameOfASeekWhilePausedCanBeDecoded(_ frame: Int64) {
    let position = MediaTime.milliseconds(frame * 40)
    let frames = frames(
      [
        PlayheadCourse(position: .zero, instant: instant(0), rate: .normal, change: .moved),
        PlayheadCourse(
          position: .seconds(1), instant: instant(1_000), rate: .paused, change: .stopped),
        PlayheadCourse(
          position: position, instant: instant(1_500), rate: .paused, change: .stopped),
      ], until: 2_000)
    let single = frames.filter { $0.samples.lowerBound > 60_000 }
    #expect(single.map(\.text) == [Timecode(frame: frame, base: TimecodeRate.pal.base).text])
  }

  @Test func silenceIsZero() {
    var waveform = LTCWaveform(TimecodeCounter(.pal), delay: .zero)
    #expect(Self.samples(10, from: 0, &waveform) == Array(repeating: 0, count: 10))
    waveform.record(
      PlayheadCourse(position: .zero, instant: instant(1), rate: .paused, change: .stopped))
    #expect(Self.samples(10, from: 240, &waveform).allSatisfy { $0 == 0 })
    // A step is one frame.
    waveform.record(
      PlayheadCourse(position: .seconds(1), instant: instant(10), rate: .paused, change: .stopped))
    let samples = Self.samples(4_800, from: 240, &waveform)
    #expect(
      samples.prefix(240).allSatisfy { $0 == 0 }
        && samples.suffix(4_800 - 2_184).allSatisfy { $0 == 0 })
    #expect(samples[240..<2_184].allSatisfy { $0 != 0 || abs($0) < 0.5 })
  }
}
