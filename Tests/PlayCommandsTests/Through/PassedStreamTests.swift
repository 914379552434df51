import Foundation
import PlayheadFFmpeg
import PlayheadLocking
import PlayheadTestEnvironment
import Testing

@testable import PlayheadPlayCommands

/// Inputs that deliver nothing for a while, and short first pieces.
@Suite struct PassedStreamTests {
  private final class Outcome: Sendable {
    let bell = DispatchSemaphore(value: 0)
    let end = Locked<PassedStream.End?>(nil)
  }

  /// A passage on its own thread. Nothing reads the copy.
  private final class Passage {
    private let pipes: [OwnPipe]
    private let (copy, stopBell, playerBell): (OwnPipe, OwnPipe, OwnPipe)
    private let outcome = Outcome()

    /// - Parameter pipes: Stay open until the end.
    init(from input: Int32, to output: Int32, keeping pipes: [OwnPipe]) throws {
      self.pipes = pipes
      (copy, stopBell, playerBell) = (try OwnPipe(), try OwnPipe(), try OwnPipe())
      _ = fcntl(copy.input, F_SETFL, O_NONBLOCK)
      let (copy, stopBell, playerBell) = (copy.input, stopBell.output, playerBell.output)
      Thread.detachNewThread { [outcome] in
        let stream = try? PassedStream(
          from: input, to: output, copy: copy, stopBell: stopBell, playerBell: playerBell,
          isPaced: false, missingBytes: MissingBytes())
        let end = stream?.passAll()
        outcome.end.withLock { $0 = end }
        outcome.bell.signal()
      }
    }

    func endPlayer() { write(playerBell.input, [1], 1) }

    func stop() { write(stopBell.input, [1], 1) }

    /// Waits for the end; nil if it does not come.
    func waitForEnd() -> PassedStream.End? {
      _ = outcome.bell.wait(timeout: .now() + .seconds(30))
      return outcome.end.withLock { $0 }
    }
  }

  @Test func aSilentTerminalAsInputDoesNotDelayAStop() throws {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    try #require(openpty(&outside, &inside, nil, nil, nil) == 0)
    let output = try OwnPipe()
    let passage = try Passage(from: inside, to: output.input, keeping: [output])
    passage.stop()
    #expect(passage.waitForEnd() == .stopped)
    close(outside)
    close(inside)
  }

  /// The kernel moves no bytes to an output at whose end all are added. Often enough the stop comes while the next
  /// bytes are waited for.
  @Test(arguments: 1...8)
  func aSilentPipeDoesNotDelayAStopOnceThePlayerHasEnded(number: Int) throws {
    let input = try OwnPipe()
    let (next, output) = try SocketEnd.pair()
    try #require(fcntl(output, F_SETFL, O_APPEND) == 0)
    let passage = try Passage(from: input.output, to: output, keeping: [input])
    passage.endPlayer()
    let line = "line \(number)\n"
    #expect(write(input.input, line, line.utf8.count) == line.utf8.count)
    #expect(try next.readLine() == "line \(number)")
    passage.stop()
    #expect(passage.waitForEnd() == .stopped)
    close(output)
  }

  @Test func theInputAndTheOutputHoldMore() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let output = try OwnPipe()
    let capacity = OwnPipe.capacity(of: output.input)
    let passage = try Passage(from: ends[0], to: output.input, keeping: [output])
    passage.stop()
    #expect(passage.waitForEnd() == .stopped)
    #expect(OwnPipe.capacity(of: ends[1]) == 1 << 18)
    // It held more.
    #expect(OwnPipe.capacity(of: output.input) == capacity && capacity >= 1 << 18)
    for end in ends { close(end) }
  }

  /// The bytes of MPEG-TS never wait for a player that does not read, however few come first.
  @Test func aShortFirstPieceDecidesNothing() throws {
    let (input, output) = (try OwnPipe(), try OwnPipe())
    let passage = try Passage(from: input.output, to: output.input, keeping: [input, output])
    var packet = [UInt8](repeating: 0, count: 188)
    packet[0] = 0x47
    for count in [1] + Array(repeating: 300, count: 100) {
      let piece = Array(repeatElement(packet, count: count).joined())
      #expect(write(input.input, piece, piece.count) == piece.count)
      var rest = [UInt8](repeating: 0, count: piece.count)
      while !rest.isEmpty {
        var polled = pollfd(fd: output.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&polled, 1, 30_000) == 1)
        rest.removeLast(max(read(output.output, &rest, rest.count), 0))
      }
    }
    passage.stop()
    #expect(passage.waitForEnd() == .stopped)
  }
}
