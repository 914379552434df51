import PlayheadKit

/// Decodes all sound of the bytes as a media file, and converts it to a format that depends on them.
let decodeTarget = FuzzTarget(name: "decode") { bytes in
  let seed = seed(of: bytes)
  let rates = [8_000, 11_025, 44_100, 48_000, 96_000, 192_000, Int(seed >> 16 % 400_000)]
  let format = AudioFormat(
    sampleRate: rates[Int(seed % 7)], channelCount: Int(seed >> 8 % 10))
  withFile(of: bytes) { path in
    do throws(MediaError) {
      let media = try PreparedMedia(path: path)
      guard let source = try media.open(interruption: Interruption()) as? any DecodingSource
      else { return }
      var tracks: [Sound] = []
      for track in source.info.tracks where track.kind == .audio {
        if let sound = try Sound(of: track, in: source, as: format) { tracks.append(sound) }
      }
      try read(source, tracks)
      try source.seek(to: .milliseconds(Int64(seed % 1_000)))
      for track in tracks { track.reset() }
      try read(source, tracks)
    } catch {
      check(!"\(error)".isEmpty, "An error has no message.")
    }
  }
}

/// The sound of one track.
private final class Sound {
  let index: Int
  private let decoder: any MediaDecoder
  private let converter: any AudioConverter
  private var samples: [Float] = []

  /// Returns nil if there is no decoder for the track's codec.
  init?(of track: MediaTrack, in source: any DecodingSource, as format: AudioFormat)
    throws(MediaError)
  {
    guard let decoder = source.makeDecoder(ofTrack: track.index) else { return nil }
    (index, self.decoder) = (track.index, decoder)
    converter = try decoder.makeAudioConverter(to: format)
  }

  func decode(_ packet: any EncodedPacket) {
    decoder.send(packet)
    receive()
  }

  func finish() {
    decoder.finish()
    receive()
    converter.finish(into: &samples)
    check(converter.delay == 0, "Sound remains in the converter at its end.")
    take()
  }

  func reset() {
    decoder.reset()
    converter.reset()
  }

  private func receive() {
    while let frame = decoder.receive() {
      do throws(MediaError) {
        try converter.convert(frame, into: &samples)
      } catch {
        check(!"\(error)".isEmpty, "An error has no message.")
      }
      check(converter.delay >= 0, "A delay is negative.")
      take()
    }
  }

  private func take() {
    let channels = converter.format.channelCount
    check(samples.count % channels == 0, "A frame is incomplete.")
    check(samples.count / channels <= 1 << 23, "A frame becomes too much sound.")
    samples.removeAll(keepingCapacity: true)
  }
}

private func read(_ source: any DecodingSource, _ tracks: [Sound]) throws(MediaError) {
  var errorCount = 0
  while true {
    do throws(MediaError) {
      guard case .packet(let packet) = try source.read() else { break }
      guard let payload = source.takePayload() else { continue }
      tracks.first { $0.index == packet.track }?.decode(payload)
    } catch {
      errorCount += 1
      if errorCount == 100 { throw error }
    }
  }
  for track in tracks { track.finish() }
}
