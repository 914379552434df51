import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Results of reads for the next pass of a loop that come when that pass is no longer wanted.
@Suite struct AbandonedPassTests {
  private let start = HostInstant(nanoseconds: 0)

  /// Reads until the first read of the next pass is due. Returns the machine, and the generation of that
  /// read.
  private func readToNextPass(_ media: FakeMedia, over loop: PlaybackLoop) throws
    -> (machine: PlaybackMachine, generation: Int)
  {
    var machine = PlaybackMachine()
    machine.load()
    machine.setLoop(loop, at: start)
    machine.setRate(.normal, at: start)
    let interruption = Interruption()
    let source = try media.open(interruption: interruption)
    for _ in 0..<1_000 {
      switch machine.nextReadingStep(at: start) {
      case .open: machine.opened(source.info, at: start)
      case .seek: break
      case .read(let generation) where machine.feed.next != nil: return (machine, generation)
      case .read(let generation):
        machine.read(try source.read(), generation: generation, at: start)
      case .wait, .close: break
      }
    }
    throw MediaError(.read, of: "fake", reason: .damaged)
  }

  /// The whole media is looped, so that it has been read to its end.
  @Test func aPacketOfAnAbandonedPassIsNotCounted() throws {
    var (machine, generation) = try readToNextPass(FakeMedia(frameCount: 25), over: PlaybackLoop())
    let later = start.advanced(byNanoseconds: 500_000_000)
    machine.setLoop(nil, at: later)
    machine.read(
      .packet(PacketTiming(track: 0, presentationTicks: 20, durationTicks: 20)),
      generation: generation, at: later)
    #expect(machine.feed.readAhead.frames.numbers == 0..<25)
    #expect(machine.reading(at: later).frameNumber == 12)
  }

  @Test func anEstimateOfAnAbandonedPassIsIgnored() throws {
    var (machine, generation) = try readToNextPass(FakeMedia(frameCount: 25), over: PlaybackLoop())
    let declared = machine.feed.opened?.declaredDuration
    machine.setLoop(nil, at: start)
    machine.estimated(.seconds(70), generation: generation)
    #expect(machine.feed.opened?.declaredDuration == declared)
    machine.estimated(.seconds(80), generation: machine.feed.generation)
    #expect(machine.feed.opened?.declaredDuration == .seconds(80))
  }

  @Test func anErrorOfAnAbandonedPassDoesNotEndPlayback() throws {
    var (machine, generation) = try readToNextPass(FakeMedia(frameCount: 25), over: PlaybackLoop())
    let later = start.advanced(byNanoseconds: 500_000_000)
    machine.setLoop(nil, at: later)
    machine.readingFailed(
      MediaError(.seek, of: "fake", reason: .damaged), generation: generation, at: later)
    #expect(machine.reading(at: start.advanced(byNanoseconds: 2_000_000_000)).state == .ended)
  }

  /// A forward end inside the loop takes precedence: the pass is abandoned at the next step.
  @Test func aPacketOfAPassThatIsNoLongerReachedIsNotCounted() throws {
    var (machine, generation) = try readToNextPass(
      FakeMedia(frameCount: 100), over: PlaybackLoop(to: .seconds(1)))
    let numbers = machine.feed.readAhead.frames.numbers
    machine.setForwardEnd(.milliseconds(800), at: start)
    machine.read(
      .packet(PacketTiming(track: 0, presentationTicks: 20, durationTicks: 20)),
      generation: generation, at: start)
    #expect(machine.feed.readAhead.frames.numbers == numbers)
  }
}
