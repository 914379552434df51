import PlayheadAudio
import Foundation
import PlayheadLocking
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAudioDevices

@Suite(.serialized) struct PulseAudioErrorTests {
  private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

  private func reason(
    _ opener: PulseAudioOutputOpener, _ interruption: Interruption = Interruption()
  ) -> AudioError.Reason? {
    do throws(AudioError) {
      _ = try opener.open(Self.format, interruption: interruption) {}
      return nil
    } catch {
      return error.reason
    }
  }

  private static var currentThread: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  }

  @Test func thereIsNoServer() {
    #expect(reason(PulseAudioOutputOpener(server: "unix:/nonexistent/native")) == .noServer)
    #expect(reason(PulseAudioOutputOpener(server: "nonsense:")) == .noServer)
  }

  @Test func thereIsNoDevice() throws {
    let server = try SoundServer(in: TemporaryDirectory(), modules: [])
    #expect(reason(PulseAudioOutputOpener(server: server.address)) == .noDevice)
    try server.control("load-module", "module-null-sink", "sink_name=null")
    #expect(reason(PulseAudioOutputOpener(device: "other", server: server.address)) == .noDevice)
    #expect(reason(PulseAudioOutputOpener(device: "null", server: server.address)) == nil)
  }

  @Test func aServerThatDoesNotAnswerIsAnErrorAfterAWhile() throws {
    let server = try SoundServer(in: TemporaryDirectory(), modules: [])
    server.freeze()
    var opener = PulseAudioOutputOpener(server: server.address)
    opener.timeLimit = .milliseconds(50)
    #expect(reason(opener) == .noServer)
  }

  @Test func openingEndsWhenItIsInterrupted() throws {
    let server = try SoundServer(in: TemporaryDirectory(), modules: [])
    server.freeze()
    let interruption = Interruption()
    DispatchQueue.global().async { interruption.interrupt() }
    var opener = PulseAudioOutputOpener(server: server.address)
    opener.timeLimit = .seconds(600)
    #expect(reason(opener, interruption) == .interrupted)
  }

  @Test func aServerThatEndsIsAnError() throws {
    let sound = try PipeSoundServer()
    let playback = try NumberedPlayback(PulseAudioOutputOpener(server: sound.server.address))
    playback.output.start()
    try playback.write(1_000)
    sound.server.end()
    let status = try playback.wait("lost") { $0.error != nil }
    #expect(status.error?.reason == .lost)
    #expect(status.writableSampleCount == 0)
    #expect([0, 0].withUnsafeBufferPointer { playback.output.write($0) } == 0)
    playback.output.flush()
    playback.output.requestReading()
    playback.output.close()
    #expect(playback.output.status == status)
  }

  @Test func aRemovedDeviceIsAnError() throws {
    let sound = try PipeSoundServer()
    let playback = try NumberedPlayback(PulseAudioOutputOpener(server: sound.server.address))
    playback.output.start()
    try sound.server.control("unload-module", "module-pipe-sink")
    #expect(try playback.wait("lost") { $0.error != nil }.error?.reason == .lost)
  }

  @Test func theServerMovesTheSoundOfARemovedDeviceToAnotherOne() throws {
    let sound = try PipeSoundServer(
      modules: ["module-rescue-streams", "module-null-sink sink_name=null"])
    let playback = try NumberedPlayback(
      PulseAudioOutputOpener(device: PipeSoundServer.sinkName, server: sound.server.address))
    playback.output.start()
    try playback.write(6_000)
    #expect(sound.device.wait(forSample: 100))
    try sound.server.control("unload-module", "module-pipe-sink")
    try playback.write(20_000)
    try playback.read(until: "played by the other device") { $0.samplesRead > 10_000 }
    #expect(playback.output.status.error == nil)
  }

  @Test func aClosedOutputLeavesNoThreadAndReleasesItsOwner() throws {
    final class Owner: Sendable {
      let thread = Locked<String?>(nil)
    }
    let server = try SoundServer(
      in: TemporaryDirectory(), modules: ["module-null-sink sink_name=null"])
    weak var released: Owner?
    var thread: String?
    do {
      let owner = Owner()
      released = owner
      let output = try PulseAudioOutputOpener(server: server.address).open(
        Self.format, interruption: Interruption()
      ) { owner.thread.withLock { $0 = Self.currentThread } }
      output.close()
      thread = owner.thread.withLock { $0 }
    }
    #expect(released == nil)
    let link = try #require(thread)
    #expect(link != Self.currentThread)
    let name = try? String(contentsOfFile: "/proc/\(link)/comm", encoding: .utf8)
    #expect(name != "playhead-pulse\n")
  }
}
