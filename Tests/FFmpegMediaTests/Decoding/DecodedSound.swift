import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// The sound of a file: its decoded frames, and their samples after conversion.
struct DecodedSound {
  /// A decoded frame: its presentation time in ticks of the track, and its number of samples.
  struct Frame: Equatable {
    var ticks: Int64?
    var count: Int
  }

  private(set) var frames: [Frame] = []
  /// Interleaved samples.
  private(set) var samples: [Float] = []
  private(set) var damagedPacketCount = 0
  let track: MediaTrack
  let format: AudioFormat

  /// Decodes the first audio track of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format to convert to; nil for the track's own.
  ///   - target: A time of the container to seek to; nil to decode from the start.
  init(
    path: String, format: AudioFormat? = nil, from target: MediaTime? = nil,
    joining: (any MediaSource) -> any MediaSource = { $0 }
  ) throws {
    let opened = try LocatedMedia(path: path).open(interruption: Interruption())
    let source = try #require(joining(opened) as? any DecodingSource)
    track = try #require(source.info.tracks.first { $0.kind == .audio })
    self.format =
      try format
      ?? AudioFormat(
        sampleRate: #require(track.sampleRate), channelCount: #require(track.channelCount))
    let decoder = try #require(source.makeDecoder(ofTrack: track.index))
    let converter = try decoder.makeAudioConverter(to: self.format)
    if let target { try source.seek(to: target) }
    while let packet = try source.readPacket() {
      guard packet.track == track.index, let payload = source.takePayload() else { continue }
      decoder.send(payload)
      try receive(decoder, converter)
    }
    decoder.finish()
    try receive(decoder, converter)
    converter.finish(into: &samples)
    damagedPacketCount = decoder.damagedPacketCount
  }

  private mutating func receive(
    _ decoder: any MediaDecoder, _ converter: any AudioConverter
  ) throws {
    while let frame = decoder.receive() {
      let count = try #require(frame.timing.sampleCount)
      frames.append(Frame(ticks: frame.timing.presentationTicks, count: count))
      try converter.convert(frame, into: &samples)
    }
  }

  /// Returns the samples from a time of the container on, as a player places them.
  func samples(from target: MediaTime) -> [Float] {
    var run = SampleRun(from: target, sampleRate: format.sampleRate, timebase: track.timebase)
    var placed = frames.flatMap { run.place($0.count, at: $0.ticks.map(track.time(ofTicks:))) }
    placed += run.settle(before: nil)
    var (heard, frame): ([Float], Int) = ([], 0)
    for sound in placed {
      let end = (frame + sound.soundCount) * format.channelCount
      heard += [Float](repeating: 0, count: Int(max(sound.gap, 0)) * format.channelCount)
      heard += samples[((frame + Int(max(-sound.gap, 0))) * format.channelCount)..<end]
      frame += sound.soundCount
    }
    return heard
  }
}
