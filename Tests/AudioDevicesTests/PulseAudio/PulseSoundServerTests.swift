import Dispatch
import Glibc
import PlayheadAudio
import PlayheadLocking
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAudioDevices

/// The streams of a real server without hardware.
@Suite(.serialized) struct PulseSoundServerTests {
  /// Waits for an answer, at most for a minute; nil if there was none.
  private func streams(of server: PulseSoundServer) -> [SoundStream]?? {
    let answer = Locked<[SoundStream]??>(.none)
    let isAnswered = DispatchSemaphore(value: 0)
    server.requestStreams { streams in
      answer.withLock { $0 = .some(streams) }
      isAnswered.signal()
    }
    return isAnswered.wait(timeout: .now() + .seconds(60)) == .success
      ? answer.withLock { $0 } : .none
  }

  /// Asks until an answer is as expected, at most for a minute. The server may not have taken yet what
  /// another connection has sent.
  private func streams(
    of server: PulseSoundServer, until isExpected: ([SoundStream]?) -> Bool
  ) -> [SoundStream]? {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline, let answer = streams(of: server) {
      if isExpected(answer) { return answer }
    }
    Issue.record("The server does not answer as expected")
    return nil
  }

  @Test func thereIsNoServer() {
    #expect(streams(of: PulseSoundServer(address: "unix:/nonexistent/native")) == .some(nil))
    #expect(streams(of: PulseSoundServer(address: "nonsense:")) == .some(nil))
  }

  @Test func theLatencyOfAStreamIsThatOfItsSamples() throws {
    let sound = try PipeSoundServer()
    let server = PulseSoundServer(address: sound.server.address)
    #expect(streams(of: server) == .some([]))
    let playback = try NumberedPlayback(
      PulseAudioOutputOpener(server: sound.server.address))
    try playback.write(4_800)
    // The samples written and not played are heard after all that is in the server and the device.
    let paused = streams(of: server) { ($0?.first?.latency ?? .zero) >= .milliseconds(100) }
    #expect(paused?.map(\.process) == [getpid()] && paused?.map(\.isPaused) == [true])
    playback.output.start()
    try playback.read(until: "playing") { $0.isPlaying }
    let running = streams(of: server) { $0?.first?.isPaused == false }
    #expect(running?.count == 1)
    playback.output.close()
    #expect(streams(of: server) { $0 == [] } != nil)
  }

  @Test func aServerThatEndsIsConnectedToAgain() throws {
    let folder = try TemporaryDirectory()
    let first = try SoundServer(in: folder, modules: [])
    let server = PulseSoundServer(address: first.address)
    #expect(streams(of: server) == .some([]))
    first.end()
    // The end may not have been noticed yet.
    _ = streams(of: server) { $0 == nil }
    let second = try SoundServer(in: folder, modules: [])
    #expect(second.address == first.address && streams(of: server) == .some([]))
  }

  @Test func aServerThatDoesNotAnswerIsNotWaitedFor() throws {
    let frozen = try SoundServer(in: TemporaryDirectory(), modules: [])
    frozen.freeze()
    let server = PulseSoundServer(address: frozen.address)
    let answers = Locked(0)
    server.requestStreams { _ in answers.withLock { $0 += 1 } }
    server.requestStreams { _ in answers.withLock { $0 += 1 } }
    server.close()
    frozen.resume()
    server.requestStreams { _ in answers.withLock { $0 += 1 } }
    #expect(answers.withLock { $0 } == 0)
  }
}
