import CPlayheadFFmpeg
import PlayheadMedia

/// Decoders of the tracks, and the payloads for them.
extension FFmpegSource {
  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    guard let stream = decodedStream(index), let decoder = Decoder(stream, name: info.name)
    else { return nil }
    decodedTracks.insert(index)
    return decoder
  }

  func makeExaminer(ofTrack index: Int) -> (any PayloadExaminer)? {
    guard let stream = decodedStream(index), let examiner = FFmpegExaminer(stream) else {
      return nil
    }
    decodedTracks.insert(index)
    return examiner
  }

  /// Returns the stream of a track; nil if there is none, or if it was not opened for decoding.
  private func decodedStream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    let context = demuxer.context.pointee
    // The decoder needs the reordering depth, which only probing finds.
    guard demuxer.opener.purpose != .timing, index >= 0, index < Int(context.nb_streams) else {
      return nil
    }
    return context.streams[index]
  }

  func makeCueDecoder(of choice: CueTrack.Choice) throws(MediaError) -> any CueDecoder {
    let track = try info.subtitleTrack(choice)
    let decoder = try FFmpegCueDecoder(track, of: demuxer, isSubtitleFile: false)
    decodedTracks.insert(track.index)
    return decoder
  }

  func takePayload() -> (any EncodedPacket)? {
    if let later { return laterPacket.flatMap(later.payload) }
    guard packet.pointer.pointee.data != nil else { return nil }
    recordPriming()
    let padding = info.paddingSampleCount(of: packet.timing)
    if padding > 0 { packet.pad(padding) }
    let track = packet.timing.track
    let parameters = packet.parameters ?? otherCodecs[packet.timing.track]
    let payload = EncodedFFmpegPacket.move(from: packet)
    payload?.parameters = parameters
    if !headers.isEmpty { payload?.headers = headers[track]?.take() ?? [] }
    return payload
  }

  /// Sets the number of samples to skip in each Opus packet: those of the priming, or none.
  private func recordPriming() {
    // FFmpeg's decoder skips the priming of the first packet that it receives, wherever that packet is in the media.
    let timing = packet.timing
    guard info.tracks.indices.contains(timing.track), info.tracks[timing.track].codec == "opus"
    else { return }
    let count = info.tracks[timing.track].primingSampleCount ?? 0
    packet.skip(beginning.begins(with: timing) ? UInt32(clamping: count) : 0)
  }
}
