import PlayheadAudio
import CPlayheadSound
import Glibc
import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadAudioDevices

/// The state of an output, with a device whose functions are replaced.
@Suite struct ALSAOutputStateTests {
  @Test func aDeviceThatTakesNoSamplesIsTriedAgainLater() throws {
    let functions = UnsafeMutablePointer<alsa_functions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    functions.initialize(to: try ALSALibrary.load().functions.pointee)
    functions.pointee.snd_pcm_writei = { _, _, _ in snd_pcm_sframes_t(-EPIPE) }
    let device = try ALSADevice(
      "null", nearest: AudioFormat(sampleRate: 48_000, channelCount: 2),
      ALSALibrary(functions: functions))
    defer { device.close() }
    var state = ALSAOutputState(device)
    let silence = [Float](repeating: 0, count: 2 * device.format.channelCount)
    #expect(silence.withUnsafeBufferPointer { state.write($0) } == 2)
    state.start()
    for _ in 0..<3 { #expect(state.advance().delay != nil) }
    #expect(state.status.error == nil && state.status.nextSample == 2)
  }

  /// Otherwise playback would jump to the end of what is written.
  @Test func aDeviceThatPlaysNothingTakesSamplesAsFastAsTheyWouldBeHeard() throws {
    let device = try ALSADevice(
      "null", nearest: AudioFormat(sampleRate: 48_000, channelCount: 2), ALSALibrary.load())
    defer { device.close() }
    var state = ALSAOutputState(device)
    let room = state.status.writableSampleCount
    let silence = [Float](repeating: 0, count: room * device.format.channelCount)
    let start = SystemHostClock.shared.now
    state.start()
    for _ in 0..<100 {
      _ = silence.withUnsafeBufferPointer { state.write($0) }
      state.requestReading()
      _ = state.advance()
    }
    let reading = try #require(state.status.reading)
    let heard = Duration.seconds(1) * Int(reading.samplesRead) / 48_000 - reading.latency
    #expect(reading.samplesRead >= Int64(room) && reading.latency < .milliseconds(200))
    #expect(heard >= .zero && heard <= start.duration(to: SystemHostClock.shared.now))
  }
}
