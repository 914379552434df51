import Foundation
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTimekeeping
import PortableCombine
import PlayheadLocking
import Testing

@testable import PlayheadTimecode
@testable import PlayheadTimecodeOutputs

/// Sends to places that come and go.
@Suite struct TimecodeFollowerTests {
  @Test func aReceiverThatComesWhilePausedGetsThePosition() throws {
    let folder = try TemporaryDirectory()
    #expect(mkfifo(folder.path("midi"), 0o600) == 0)
    let clock = ManualHostClock()
    let place = TimecodeDestination.midi(path: folder.path("midi"))
    let failures = Locked<[TimecodeFailure]>([])
    let connection = TimecodeConnection(to: place) { failure in
      failures.withLock { $0.append(failure) }
    }
    let counter = TimecodeCounter(.pal)
    let encoder = try #require(try TimecodeEncoder(place, counting: counter, userBits: 0))
    let follower = TimecodeFollower(
      ObjectIdentifier(clock), to: connection,
      TimecodeMachine(
        every: counter.step(partsPerFrame: MIDITimecode.partsPerFrame), .sequence), encoder,
      clock: clock, wallTime: { $0.nanoseconds })
    follower.useTimer(on: .main)
    follower.open(on: .main)
    follower.receive(subscription: Subscriptions.empty)
    _ = follower.receive(
      PlayheadProgress(
        position: .seconds(2), hostInstant: clock.now, rate: .normal, state: .paused, cause: .paused
      ))
    clock.advance(by: .seconds(3))
    #expect(failures.withLock { $0 } == [.noReader])
    let reader = open(folder.path("midi"), O_RDONLY | O_NONBLOCK)
    clock.advance(by: .seconds(1))
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(read(reader, &bytes, bytes.count) == 10)
    #expect(Array(bytes[..<10]) == [0xF0, 0x7F, 0x7F, 1, 1, 1 << 5, 0, 2, 0, 0xF7])
    #expect(clock.armedTimerCount == 0)
    follower.end()
    connection.finish()
    close(reader)
  }
}
