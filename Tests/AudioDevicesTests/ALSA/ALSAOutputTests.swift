import PlayheadAudio
import PlayheadAudioDevices
import Foundation
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@Suite struct ALSAOutputTests {
  /// The samples that ALSA has written to a file.
  private func samples(of file: String) throws -> [Float] {
    try Data(contentsOf: URL(filePath: file)).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
  }

  @Test func everySampleReachesTheDeviceOnceAndInOrder() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path("sound")
    let playback = try NumberedPlayback(ALSAOutputOpener(device: "file:'\(file)',raw"))
    #expect(playback.output.format == AudioFormat(sampleRate: 48_000, channelCount: 2))
    for _ in 0..<5 {
      playback.output.start()
      try playback.write(10_000)
      playback.output.pause()
    }
    playback.output.start()
    playback.output.drain()
    let reading = try playback.read(until: "read to the end") { $0.samplesRead == 50_000 }
    #expect(reading.samplesWritten == 50_000)
    playback.output.close()
    #expect(try samples(of: file) == SampleCode.samples(0..<50_000))
  }

  @Test func aFlushDiscardsTheSamplesThatTheDeviceHasNotTaken() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path("sound")
    let playback = try NumberedPlayback(ALSAOutputOpener(device: "file:'\(file)',raw"))
    playback.output.start()
    try playback.write(1_000)
    try playback.read(until: "taken") { $0.samplesRead == 1_000 }
    playback.output.pause()
    try playback.write(500)
    #expect(playback.output.status.nextSample == 1_500)
    try playback.flush()
    #expect(playback.output.status.nextSample == 1_000)
    playback.nextNumber = 70_000
    try playback.write(300)
    playback.output.start()
    try playback.read(until: "taken") { $0.samplesRead == 1_300 }
    playback.output.close()
    #expect(
      try samples(of: file) == SampleCode.samples(0..<1_000) + SampleCode.samples(70_000..<70_300))
  }

  @Test func aPausedOutputGivesTheDeviceNoSamples() throws {
    let playback = try NumberedPlayback(ALSAOutputOpener(device: "null"))
    let room = playback.output.status.writableSampleCount
    #expect(room > 0)
    try playback.write(Int64(room))
    let reading = try playback.read()
    #expect(reading.samplesRead == 0)
    #expect(reading.samplesWritten == Int64(room))
    #expect(!reading.isPlaying)
    #expect(playback.output.status.writableSampleCount == 0)
  }

  @Test func aMissingDeviceIsAnError() {
    let error = #expect(throws: AudioError.self) {
      _ = try NumberedPlayback(ALSAOutputOpener(device: "missing"))
    }
    #expect(error?.description == "ALSA: missing: no such device")
  }

  // In a separate process, because ALSA's plugin finds the server only in the environment.
  @Test func aRealDeviceLosesAndDoublesNoSample() async {
    await #expect(processExitsWith: .success) {
      let sound = try PipeSoundServer()
      setenv("PULSE_SERVER", sound.server.address, 1)
      let playback = try NumberedPlayback(ALSAOutputOpener(device: "pulse"))
      var latencies: [Duration] = []
      for pause in 1...3 {
        playback.output.start()
        try playback.write(8_000)
        latencies.append(try playback.read().latency)
        #expect(sound.device.wait(forSample: Int64(pause) * 2_000))
        latencies.append(try playback.read().latency)
        playback.output.pause()
        try playback.read(until: "paused") { !$0.isPlaying }
      }
      // On a busy machine the device may have played everything before a reading.
      #expect(latencies.contains { $0 > .zero })
      #expect(latencies.allSatisfy { $0 < .seconds(1) })
      playback.output.start()
      playback.output.drain()
      #expect(sound.device.wait(forSample: 23_999))
      #expect(sound.device.heard.sequences == [0..<24_000])
      #expect(playback.output.status.error == nil)
      sound.server.end()
      playback.output.close()
    }
  }
}
