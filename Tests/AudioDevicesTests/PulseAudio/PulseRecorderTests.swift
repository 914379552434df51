import PlayheadAudio
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAudioDevices

@Suite(.serialized) struct PulseRecorderTests {
  private func connect(
    of source: String?, channelCount: Int, at server: PlayheadSoundServer.SoundServer
  ) throws(AudioError) -> PulseRecorder {
    try PulseRecorder(
      source, AudioFormat(sampleRate: 48_000, channelCount: channelCount), SystemHostClock.shared,
      server: server.address)
  }

  /// Records until a part is, or is not, empty.
  private func record(_ recorder: PulseRecorder, untilEmpty: Bool) throws -> RecordedPart {
    while true {
      let part = try recorder.record()
      if part.samples.isEmpty == untilEmpty { return part }
    }
  }

  @Test(arguments: [1, 2, 8, 32]) func channelsAreThoseOfTheSource(count: Int) throws {
    let server = try PlayheadSoundServer.SoundServer(
      in: TemporaryDirectory(), modules: ["module-null-sink sink_name=null channels=2"])
    let recorder = try connect(of: "null.monitor", channelCount: count, at: server)
    let first = try record(recorder, untilEmpty: false)
    #expect(first.samples.count % count == 0)
    let second = try record(recorder, untilEmpty: false)
    #expect(second.end > first.end && second.end <= SystemHostClock.shared.now)
  }

  @Test func aSuspendedSourceDoesNotBlock() throws {
    let server = try PlayheadSoundServer.SoundServer(
      in: TemporaryDirectory(), modules: ["module-null-sink sink_name=null"])
    let recorder = try connect(of: nil, channelCount: 2, at: server)
    let first = try record(recorder, untilEmpty: false)
    try server.control("suspend-sink", "null", "1")
    let pause = try record(recorder, untilEmpty: true)
    #expect(pause.end > first.end)
    try server.control("suspend-sink", "null", "0")
    _ = try record(recorder, untilEmpty: false)
    server.end()
    #expect(throws: AudioError.self) { while true { _ = try recorder.record() } }
  }

  @Test func aServerWithoutTheSourceIsAnError() throws {
    let server = try PlayheadSoundServer.SoundServer(in: TemporaryDirectory(), modules: [])
    #expect(throws: AudioError.self) { try connect(of: "none", channelCount: 2, at: server) }
  }
}
