import PlayheadMedia
import Testing

@testable import PlayheadCore

/// Which frames are complete, as packets come in decoding order.
@Suite struct ReorderWindowTests {
  private func window(mayReorder: Bool) -> ReorderWindow {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.mayReorder = mayReorder
    return ReorderWindow(track: track)
  }

  private func packet(decodedAt ticks: Int64? = nil) -> PacketTiming {
    PacketTiming(track: 0, presentationTicks: nil, decodeTicks: ticks)
  }

  @Test func aDecodeTimeMeansThatEarlierFramesAreComplete() {
    var window = window(mayReorder: true)
    #expect(window.insert(packet(), presentedAt: 0) == nil)
    #expect(window.insert(packet(), presentedAt: 200) == nil)
    #expect(window.insert(packet(decodedAt: 40), presentedAt: 120) == 40)
  }

  @Test func framesOfACodecThatDoesNotReorderAreCompleteAtOnce() {
    var window = window(mayReorder: false)
    for start in [0, 40, 80] as [Int64] {
      #expect(window.insert(packet(), presentedAt: start) == start)
    }
  }

  @Test func aTrackThatHasReorderedMayDoSoAgain() {
    var window = window(mayReorder: false)
    #expect(window.insert(packet(decodedAt: 0), presentedAt: 40) == 0)
    #expect(window.insert(packet(), presentedAt: 160) == nil)
  }

  /// Up to the greatest reordering of codecs, also across keyframes.
  @Test(arguments: [1, 2, 3, 16])
  func withoutDecodeTimesFramesAreCompleteAfterTheGreatestReordering(depth: Int) {
    var window = window(mayReorder: true)
    // The last frame of each group is decoded first.
    let starts = stride(from: 0, to: 400, by: depth + 1).flatMap { first in
      [first + depth] + Array(first..<first + depth)
    }
    var known: [Int64] = []
    for (place, start) in starts.enumerated() {
      guard let through = window.insert(packet(), presentedAt: Int64(start)) else { continue }
      #expect(starts[(place + 1)...].allSatisfy { $0 > through })
      known.append(through)
    }
    #expect(known.last.map { $0 > 350 } == true)
    window.removeAll()
    #expect(window.insert(packet(), presentedAt: 1_000) == nil)
  }
}
