import PlayheadMedia
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// When decoding continues after the queue was full.
@Suite struct FrameQueueTests {
  /// Frames with these starts and ends in milliseconds.
  private func queue(
    _ frames: [ClosedRange<Int64>], byteCount: Int = 1, opens: Bool = false
  ) -> FrameQueue {
    var queue = FrameQueue(.video)
    for (index, frame) in frames.enumerated() {
      let timing = FrameTiming(track: 0, presentationTicks: frame.lowerBound, isKeyframe: true)
      let decoded = DecodedFrame(
        timing: timing, format: .video(width: 1, height: 1, pixelFormat: "gray"),
        byteCount: byteCount, content: DecodedFilm.Content())
      queue.append(
        PresentedFrame(
          position: .milliseconds(frame.lowerBound),
          duration: .milliseconds(frame.upperBound - frame.lowerBound), decoded: decoded),
        isOpening: opens && index == 0)
    }
    return queue
  }

  @Test func thereIsRoomAfterHalfOfTheFramesOrOneIfAPassFollows() {
    let frames = queue((0..<12).map { $0 * 40...$0 * 40 + 40 })
    #expect(!frames.hasRoom(before: nil))
    #expect(frames.refillPosition(before: nil) == .milliseconds(240))
    #expect(frames.refillPosition(before: FrameQueue(after: frames)) == .milliseconds(40))
  }

  /// At the returned position there is room, whatever the timestamps are, and the next position is
  /// later.
  @Test(
    arguments: [
      [100...140, 20...60, 60...100, 0...40], [0...500, 40...80, 80...120, 120...160],
      [0...0, 200...240, 40...80, 80...120], [0...40, 0...40, 0...40, 0...40],
    ] as [[ClosedRange<Int64>]], [false, true])
  func thereIsRoomAtTheRefillPosition(frames: [ClosedRange<Int64>], opens: Bool) throws {
    let whole = queue(frames, opens: opens)
    for other in [nil, FrameQueue(after: whole)] {
      var queue = whole
      let position = try #require(queue.refillPosition(before: other))
      let before = try #require(position.subtracting(.nanoseconds(1)))
      queue = whole
      #expect(!queue.removePast(at: position, isMoving: true).isEmpty)
      // If a frame has ended before it, the next position is after it.
      queue = whole
      if queue.removePast(at: before, isMoving: true).isEmpty {
        #expect(queue.refillPosition(before: other).map { $0 > before } == true)
      }
    }
  }

  /// Two frames are held whatever their size, and one more if those are just below the limit.
  @Test func largePicturesAreLimitedByTheirBytes() {
    let picture = 3_840 * 2_160 * 3 / 2
    for (byteCount, most) in [(picture, 3), (picture * 2, 2), (1, 12)] as [(Int, Int)] {
      var count = 0
      while queue((0..<Int64(count)).map { $0 * 40...$0 * 40 + 40 }, byteCount: byteCount)
        .hasRoom(before: nil)
      {
        count += 1
      }
      #expect(count == most)
    }
  }
}
