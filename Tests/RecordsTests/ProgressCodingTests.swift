import Foundation
import PlayheadKit
import PlayheadTesting
import Testing

@testable import PlayheadFormatting
@testable import PlayheadRecords

/// `PlayheadProgress` is encoded with the keys and numbers of the command's records.
@Suite struct ProgressCodingTests {
  /// The fields that do not depend on the file or on the time of day.
  private static let fields: [Field] = [
    .position, .due, .duration, .durationExact, .remaining, .remainingHost, .percent, .fraction,
    .chapter, .chapterTitle, .rate, .state, .cause, .boundary, .skipped, .hostTime, .clock,
    .audioLatency,
  ]

  private func values(rate: Rate) -> (values: [PlayheadProgress], info: MediaInfo) {
    var info = FakeMedia(frameCount: 75).info
    info.chapters = [
      Chapter(start: .milliseconds(500), end: .seconds(2), title: "one"),
      Chapter(start: .seconds(2), end: .seconds(3), title: nil),
    ]
    let media = FakeMedia(info: info, steps: FakeMedia.frames(0..<75))
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 5))
    let player = Player(media: media, clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(300)).subscribe(recorder)
    player.play()
    player.setRate(rate)
    clock.advance(by: .seconds(10))
    return (recorder.values, media.info)
  }

  @Test(arguments: [Rate.normal, Rate(1, 3)])
  func aValueHasTheKeysAndNumbersOfARecord(rate: Rate) throws {
    let (values, info) = values(rate: rate)
    #expect(values.count > 9)
    let format = JSONFormat(Self.fields, places: 6)
    let wallTime = WallTime(nanoseconds: 0)
    var item = PlayedItem(file: "a", number: 1)
    item.describe(info, timecodeRate: nil)
    for value in values {
      var bytes: [UInt8] = []
      format.append(
        .progress(value, wallTime: wallTime), of: item, to: &bytes)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      var record = try #require(object)
      record["type"] = nil
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
      var members = try #require(encoded as? [String: Any])
      // A record has the number that its item has counted.
      #expect(members.removeValue(forKey: "frame") as? Int == value.frameNumber)
      (members["exact"], members["ready"]) = (nil, nil)
      #expect(members as NSDictionary == record as NSDictionary)
    }
  }

  @Test func aDecodedValueEqualsTheOriginal() throws {
    for value in values(rate: Rate(1, 3)).values {
      let data = try JSONEncoder().encode(value)
      #expect(try JSONDecoder().decode(PlayheadProgress.self, from: data) == value)
    }
  }

  @Test func aFailureIsDecodedWithItsError() throws {
    var value = PlayheadProgress(
      position: .seconds(1), hostInstant: HostInstant(nanoseconds: 1), rate: .paused,
      state: .failed, cause: .paused)
    value.status = .failed(MediaError(.read, of: "a", reason: .damaged))
    value.audio = AudioProgress(latency: .milliseconds(20))
    value.boundary = Boundary(frame: .keyframe, percentage: 12.5, isGivenTime: true)
    value.endInstant = HostInstant(nanoseconds: 1)
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(PlayheadProgress.self, from: data) == value)
  }
}
