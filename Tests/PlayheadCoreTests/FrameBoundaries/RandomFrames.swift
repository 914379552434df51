import PlayheadMedia
import PlayheadTesting
import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadCore

/// Media with frames of random lengths, some of it with B-frames, and its frames in order.
struct RandomFrames {
  let media: FakeMedia
  /// The frames in presentation order.
  let all: [FrameBoundary]
  /// Their starts in milliseconds.
  let starts: [Int64]
  /// The end of the last frame in milliseconds.
  let end: Int64

  init(using numbers: inout SplitMix64) {
    let count = Int.random(in: 1...100, using: &numbers) * 3 + 1
    let isReordered = Bool.random(using: &numbers)
    // B-frames are not keyframes.
    let keyframeInterval = [isReordered ? 3 : 1, 3, 12, 30, 1_000].randomElement(using: &numbers)!
    let longest: Int64 = [40, 40, 300].randomElement(using: &numbers)!
    var starts: [Int64] = [0]
    for _ in 1..<count { starts.append(starts.last! + .random(in: 20...longest, using: &numbers)) }
    let times = starts + [starts.last! + 40]
    (self.starts, end) = (starts, times.last!)
    all = starts.enumerated().map { index, start in
      .init(start: .milliseconds(start), isKeyframe: index % keyframeInterval == 0)
    }
    let order =
      isReordered
      ? [0] + stride(from: 3, to: count, by: 3).flatMap { [$0, $0 - 2, $0 - 1] }
      : Array(0..<count)
    // No frame is presented before it is decoded, and no two are decoded at the same time.
    func decodeTicks(_ place: Int) -> Int64 {
      let next = order[place...].min()!
      return order.dropFirst(place + 1).contains(next) ? times[next] - 1 : times[next]
    }
    let packets = order.enumerated().map { place, index in
      PacketTiming(
        track: 0, presentationTicks: times[index],
        decodeTicks: isReordered ? decodeTicks(place) : nil,
        durationTicks: times[index + 1] - times[index],
        byteCount: 1_000, isKeyframe: index % keyframeInterval == 0)
    }
    media = FakeMedia(
      info: FakeMedia(frameCount: Int(end), frameTicks: 1).info,
      steps: packets.map(FakeMedia.Step.packet))
  }

  /// Returns the number of frames that start at or before a position in milliseconds.
  func count(through position: Int64) -> Int { starts.filter { $0 <= position }.count }
}
