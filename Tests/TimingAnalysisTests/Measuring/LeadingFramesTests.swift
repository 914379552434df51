import PlayheadMedia
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct LeadingFramesTests {
  /// Returns which frames cannot be decoded, as `x`. Frames are presentation times, negative for keyframes.
  private func record(_ frames: [Int64], in leading: inout LeadingFrames) -> String {
    frames.enumerated().map { index, frame in
      let packet = PacketTiming(
        track: 0, presentationTicks: abs(frame), decodeTicks: Int64(index), isKeyframe: frame < 0)
      return leading.record(packet, abs(frame)) ? "x" : "."
    }.joined()
  }

  @Test func framesBeforeTheFirstKeyframeAndThoseThatReferToThePreviousGroupAreLeading() {
    var leading = LeadingFrames(areLooked: true)
    // The keyframe is presented at 6, and 4 and 5 refer to the group before it. What is decoded at 6 or later does not.
    #expect(record([1, 2, -6, 4, 5, 8, 7], in: &leading) == "xx.xx..")
    #expect(leading.areFirst)
    #expect(record([3], in: &leading) == ".")
    var open = LeadingFrames(areLooked: true)
    #expect(record([-2, 1, 3, 1], in: &open) == ".x..")
    #expect(!open.areFirst)
  }

  @Test func aFileThatBeginsWithAKeyframeHasNone() {
    var leading = LeadingFrames(areLooked: true)
    #expect(record([-1, 3, 2, -4, 5], in: &leading) == ".....")
    #expect(!leading.areFirst)
  }

  /// Otherwise a stream whose keyframes are not marked would have no frame at all.
  @Test func after300FramesWithoutAKeyframeAllCount() {
    var leading = LeadingFrames(areLooked: true)
    let found = record((1...305).map { $0 }, in: &leading)
    #expect(found == String(repeating: "x", count: 299) + "......")
    #expect(!leading.areFirst)
  }

  @Test func anotherRecordingIsLookedAtAgainAndDoesNotCountAsTheStartOfTheFile() {
    var leading = LeadingFrames(areLooked: false)
    #expect(record([1, 2], in: &leading) == "..")
    leading.await()
    #expect(record([1, 2, -3, 4], in: &leading) == "xx..")
    #expect(!leading.areFirst)
  }
}
