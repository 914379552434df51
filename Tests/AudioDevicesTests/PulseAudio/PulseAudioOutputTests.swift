import PlayheadAudio
import PlayheadAudioDevices
import Foundation
import PlayheadMedia
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@Suite(.serialized) struct PulseAudioOutputTests {
  private func makePlayback(_ sound: PipeSoundServer) throws -> NumberedPlayback {
    try NumberedPlayback(PulseAudioOutputOpener(server: sound.server.address))
  }

  @Test func everySampleIsHeardOnceAndInOrder() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    playback.output.start()
    try playback.write(24_000)
    playback.output.drain()
    #expect(sound.device.wait(forSample: 23_999))
    #expect(sound.device.heard.sequences == [0..<24_000])
  }

  @Test func pausesAndResumesLoseAndDoubleNoSample() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    for pause in 1...10 {
      playback.output.start()
      try playback.write(2_500)
      #expect(sound.device.wait(forSample: Int64(pause) * 1_000))
      playback.output.pause()
      try playback.read(until: "paused") { !$0.isPlaying }
    }
    playback.output.start()
    playback.output.drain()
    #expect(sound.device.wait(forSample: 24_999))
    #expect(sound.device.heard.sequences == [0..<25_000])
  }

  @Test func aPausedOutputPlaysTheSamplesThatTheDeviceHasTakenAndNoOther() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    // Otherwise it may have taken all samples before the pause, if the machine is busy.
    sound.device.freeze(atSample: 1_000)
    playback.output.start()
    try playback.write(6_000)
    #expect(sound.device.wait(forSample: 1_000))
    playback.output.pause()
    let taken = try playback.read(until: "paused") { !$0.isPlaying }.samplesRead
    #expect(taken > 1_000 && taken < 6_000)
    sound.device.setDeviation(partsPerMillion: 0)
    #expect(sound.device.wait(forSample: taken - 1))
    // Silence follows the last sample.
    let silentFrom = sound.device.heard.playedCount + 4_800
    #expect(sound.device.wait { $0.playedCount > silentFrom })
    #expect(sound.device.heard.sequences == [0..<taken])
  }

  @Test(arguments: [false, true])
  func theFirstSampleWrittenAfterAFlushIsHeardNext(whilePaused: Bool) throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    // Otherwise it may have taken all samples before the flush, if the machine is busy.
    sound.device.freeze(atSample: 500)
    playback.output.start()
    try playback.write(6_000)
    #expect(sound.device.wait(forSample: 500))
    if whilePaused { playback.output.pause() }
    try playback.flush()
    let kept = playback.output.status.nextSample
    #expect(kept < 6_000)
    sound.device.setDeviation(partsPerMillion: 0)
    playback.nextNumber = 1_000_000
    try playback.write(4_800)
    #expect(playback.output.status.nextSample == kept + 4_800)
    playback.output.drain()
    if whilePaused { playback.output.start() }
    #expect(sound.device.wait(forSample: 1_004_799))
    #expect(sound.device.heard.sequences == [0..<kept, 1_000_000..<1_004_800])
    #expect(playback.output.status.underrunCount == 0 || !whilePaused)
  }

  @Test func readingsSayWhatIsHeard() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    playback.output.start()
    var readings: [AudioReading] = []
    for _ in 0..<60 {
      try playback.write(1_000)
      readings.append(try playback.read())
    }
    playback.output.drain()
    #expect(sound.device.wait(forSample: 59_999))
    for (one, two) in zip(readings, readings.dropFirst()) {
      #expect(one.instant < two.instant)
      #expect(one.samplesWritten <= two.samplesWritten)
      #expect(one.samplesRead <= two.samplesRead)
      #expect(two.samplesRead <= two.samplesWritten)
    }
    let errors = readings.compactMap { reading in
      sound.device.position(at: reading.instant).map {
        abs(Self.position(reading) - $0) / Double(SampleCode.sampleRate)
      }
    }
    // The FIFO alone has a latency of 43 ms. On a busy machine single readings are late.
    #expect(try #require(errors.min()) < 0.025, "\(errors)")
  }

  /// The library answers 32 requests for a reading at a time, and refuses others.
  @Test func manyFlushesOfAServerThatDoesNotAnswerEndOnceItDoes() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    try playback.write(2_400)
    sound.server.freeze()
    for _ in 0..<40 { playback.output.flush() }
    sound.server.resume()
    try playback.wait("the end of the flushes") { !$0.isFlushing }
    #expect(playback.output.status.nextSample == 0)
  }

  @Test func readingsStandStillWhenTheDeviceIsFrozen() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    sound.device.freeze(atSample: 1_000)
    playback.output.start()
    try playback.write(6_000)
    #expect(sound.device.wait(forSample: 1_000))
    var last = try playback.read()
    try playback.read(until: "standing still") { reading in
      defer { last = reading }
      return reading.samplesRead == last.samplesRead && reading.latency == last.latency
    }
    #expect(sound.device.heard.lastSample == 1_000)
    #expect(abs(Self.position(last) - 1_001) < 1)
    sound.device.setDeviation(partsPerMillion: 0)
    playback.output.drain()
    #expect(sound.device.wait(forSample: 5_999))
    #expect(sound.device.heard.sequences == [0..<6_000])
  }

  @Test func anUnderrunIsCountedAndLosesNoSample() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    playback.output.start()
    try playback.write(2_400)
    try playback.wait("an underrun") { $0.underrunCount == 1 }
    try playback.read(until: "out of samples") { !$0.isPlaying && $0.samplesRead == 2_400 }
    try playback.write(2_400)
    playback.output.drain()
    #expect(sound.device.wait(forSample: 4_799))
    #expect(sound.device.heard.sequences == [0..<4_800])
  }

  @Test func theEndOfDrainedSamplesIsNoUnderrun() throws {
    let sound = try PipeSoundServer()
    let playback = try makePlayback(sound)
    try playback.write(4_800)
    playback.output.drain()
    playback.output.start()
    #expect(sound.device.wait(forSample: 4_799))
    try playback.read(until: "out of samples") { !$0.isPlaying }
    #expect(playback.output.status.underrunCount == 0)
  }

  @Test func theMonitorOfANullSinkRecordsEverySample() throws {
    let sink = "module-null-sink sink_name=null norewinds=1 format=s16le rate=48000 channels=2"
    let server = try SoundServer(in: TemporaryDirectory(), modules: [sink])
    let recording = try server.record(sink: "null")
    #expect(recording.wait { !$0.samples.isEmpty })
    let playback = try NumberedPlayback(PulseAudioOutputOpener(server: server.address))
    for part in 1...3 {
      playback.output.start()
      try playback.write(6_000)
      try playback.read(until: "beyond the pause") { $0.samplesRead >= Int64(part) * 2_000 }
      playback.output.pause()
      try playback.read(until: "paused") { !$0.isPlaying }
    }
    playback.output.start()
    playback.output.drain()
    #expect(recording.wait { $0.heard.lastSample == 17_999 }, "\(recording.heard.runs.suffix(3))")
    #expect(recording.heard.sequences == [0..<18_000])
  }

  private static func position(_ reading: AudioReading) -> Double {
    Double(reading.samplesRead) - reading.latency / .seconds(1) * Double(SampleCode.sampleRate)
  }
}
