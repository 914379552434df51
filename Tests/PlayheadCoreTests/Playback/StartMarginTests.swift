import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The media that is read before the playhead moves, so that a late thread does not stall it.
@Suite struct StartMarginTests {
  private let now = HostInstant(nanoseconds: 0)

  /// A machine that should play at `rate` and has read nothing yet.
  private func machine(rate: Rate, isSeekable: Bool = true) -> PlaybackMachine {
    var machine = PlaybackMachine()
    machine.setRate(rate, at: now)
    machine.opened(FakeMedia(frameCount: 500, isSeekable: isSeekable).info, at: now)
    return machine
  }

  /// The number of frames of 40 ms that are read before the playhead moves.
  private func frameCountToMove(_ machine: inout PlaybackMachine) -> Int {
    for (index, step) in FakeMedia.frames(0..<500).enumerated() {
      if case .packet(let packet) = step {
        machine.read(.packet(packet), generation: machine.feed.generation, at: now)
      }
      if machine.phase.isPlaying { return index + 1 }
    }
    return 500
  }

  @Test(arguments: [(Rate.normal, 6), (Rate(2, 1), 11), (Rate(16, 1), 81)])
  func aFileIsReadAheadForAFifthOfASecondBeforeItStarts(rate: Rate, count: Int) {
    var machine = machine(rate: rate)
    #expect(frameCountToMove(&machine) == count)
  }

  @Test func aSeekReadsTheSameMargin() {
    var machine = machine(rate: .normal)
    _ = frameCountToMove(&machine)
    machine.seek(to: .seconds(15), at: now, completion: nil)
    #expect(machine.phase.state == .stalled)
    for (count, step) in FakeMedia.frames(375..<385).enumerated() {
      #expect(machine.phase.isPlaying == (count > 5), "\(count)")
      if case .packet(let packet) = step {
        machine.read(.packet(packet), generation: machine.feed.generation, at: now)
      }
    }
  }

  @Test func aLiveSourceStartsWithItsFirstPacket() {
    var machine = machine(rate: .normal, isSeekable: false)
    #expect(frameCountToMove(&machine) == 1)
  }

  @Test func aSourceWithoutMoreDataStartsWithItsReadAhead() {
    var machine = machine(rate: .normal)
    for step in FakeMedia.frames(0..<2) {
      if case .packet(let packet) = step {
        machine.read(.packet(packet), generation: machine.feed.generation, at: now)
      }
    }
    #expect(!machine.phase.isPlaying)
    machine.read(
      .nothingYet(retryAfter: .seconds(1)), generation: machine.feed.generation, at: now)
    #expect(machine.phase.isPlaying)
  }
}
