import PlayheadAudio
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAudioDevices

@Suite struct SystemAudioOutputOpenerTests {
  private static let noServer = PulseAudioOutputOpener(server: "unix:/nonexistent/native")

  private func open(_ opener: SystemAudioOutputOpener) throws(AudioError) -> any AudioOutput {
    try opener.open(
      AudioFormat(sampleRate: 48_000, channelCount: 2), interruption: Interruption()
    ) {}
  }

  @Test func withoutAServerALSAPlays() throws {
    let output = try open(SystemAudioOutputOpener(device: "null", pulseAudio: Self.noServer))
    #expect(output.status.error == nil)
    output.close()
  }

  /// ALSA's default device would wait for the same server.
  @Test func aServerThatDoesNotAnswerIsNotReplacedByALSA() throws {
    let server = try SoundServer(in: TemporaryDirectory(), modules: [])
    server.freeze()
    var pulse = PulseAudioOutputOpener(server: server.address)
    pulse.timeLimit = .milliseconds(50)
    let error = #expect(throws: AudioError.self) {
      try open(SystemAudioOutputOpener(device: "null", pulseAudio: pulse))
    }
    #expect(error?.description == "PulseAudio: the sound server does not answer")
  }

  @Test func anErrorDescribesBothAttempts() {
    let error = #expect(throws: AudioError.self) {
      try open(SystemAudioOutputOpener(device: "missing", pulseAudio: Self.noServer))
    }
    #expect(error?.reason == .noServer)
    #expect(
      error?.description == "PulseAudio: Connection refused; ALSA: missing: no such device")
  }

  @Test func aPrefixSelectsOne() throws {
    let alsa = #expect(throws: AudioError.self) {
      try open(SystemAudioOutputOpener(device: "alsa:missing", pulseAudio: Self.noServer))
    }
    #expect(alsa?.description == "ALSA: missing: no such device")
    let pulse = #expect(throws: AudioError.self) {
      try open(SystemAudioOutputOpener(device: "pulse:null", pulseAudio: Self.noServer))
    }
    #expect(pulse?.description == "PulseAudio: Connection refused")
  }

  @Test func anInterruptionEndsAllAttempts() throws {
    let interruption = Interruption()
    interruption.interrupt()
    let opener = SystemAudioOutputOpener(device: "null", pulseAudio: Self.noServer)
    let error = #expect(throws: AudioError.self) {
      _ = try opener.open(
        AudioFormat(sampleRate: 48_000, channelCount: 2), interruption: interruption
      ) {}
    }
    #expect(error?.reason == .interrupted)
  }
}
