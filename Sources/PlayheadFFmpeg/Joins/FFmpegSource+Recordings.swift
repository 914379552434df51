import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// A recording behind the first one, which is read as a separate file.
final class LaterRecording {
  let source: FFmpegSource
  /// The number of recordings before it.
  let number: Int
  /// The offset of its first byte in the file.
  let byteOffset: Int64
  /// The tracks of the media that its own tracks continue, by index; nil for those that continue none.
  private let tracks: [MediaTrack?]
  /// The parameters of these tracks for decoders.
  private var parameters: [Int: StreamParameters] = [:]
  /// The tracks of the media of which a packet was read.
  private var begun: Set<Int> = []

  init(_ source: FFmpegSource, number: Int, byteOffset: Int64, continuing all: [MediaTrack]) {
    (self.source, self.number, self.byteOffset) = (source, number, byteOffset)
    var rest = all.filter { !$0.isAttachedPicture }
    tracks = source.info.tracks.map { track in
      if track.isAttachedPicture { return nil }
      let same = rest.firstIndex { $0.kind == track.kind && $0.index == track.index }
      return (same ?? rest.firstIndex { $0.kind == track.kind }).map { rest.remove(at: $0) }
    }
  }

  /// Whether a track of the media is continued.
  func continues(_ track: MediaTrack) -> Bool { tracks.contains { $0?.index == track.index } }

  /// Keeps the payloads of decoded tracks of the media.
  func decode(_ decoded: Set<Int>) {
    let all = source.demuxer.streams
    for (index, track) in tracks.enumerated() {
      guard let track, decoded.contains(track.index), all.indices.contains(index) else { continue }
      source.decodedTracks.insert(index)
      parameters[track.index] = StreamParameters(all[index], timebase: track.timebase)
    }
  }

  /// Returns a packet with the track of the media that it continues; nil if it continues none.
  func placed(_ packet: PacketTiming) -> PacketTiming? {
    guard var placed = converted(packet) else { return nil }
    if begun.insert(placed.track).inserted { placed.beginsEdit = true }
    return placed
  }

  /// Returns a packet in the unit of the track that it continues, and with its place in the file.
  func converted(_ packet: PacketTiming) -> PacketTiming? {
    guard tracks.indices.contains(packet.track), let track = tracks[packet.track] else {
      return nil
    }
    var converted = packet
    converted.track = track.index
    converted.byteOffset = packet.byteOffset.map {
      let (sum, overflow) = $0.addingReportingOverflow(byteOffset)
      return overflow ? .max : sum
    }
    let own = source.info.tracks[packet.track]
    if own.codec != track.codec || own.sampleRate != track.sampleRate {
      converted.hasOtherCodec = true
    }
    guard own.timebase != track.timebase else { return converted }
    func ticks(_ ticks: Int64?) -> Int64? {
      ticks.flatMap {
        own.time(ofTicks: $0).converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
      }
    }
    converted.presentationTicks = ticks(packet.presentationTicks)
    converted.decodeTicks = ticks(packet.decodeTicks)
    // Its end is rounded, and not its length, so that lengths add up.
    let end = packet.durationTicks.flatMap { length in
      (packet.presentationTicks ?? packet.decodeTicks)?.addingReportingOverflow(length)
    }
    let start = converted.presentationTicks ?? converted.decodeTicks
    if let end, !end.overflow, let last = ticks(end.partialValue), let start {
      let (length, overflow) = last.subtractingReportingOverflow(start)
      converted.durationTicks = overflow ? nil : length
    } else {
      converted.durationTicks = ticks(packet.durationTicks)
    }
    return converted
  }

  /// Returns the payload of the last packet, which has other times here.
  func payload(of packet: PacketTiming) -> (any EncodedPacket)? {
    guard let payload = source.takePayload() as? EncodedFFmpegPacket else { return nil }
    payload.parameters = parameters[packet.track]
    payload.pointer.pointee.duration = packet.durationTicks ?? 0
    return payload.retimed(as: packet)
  }
}

// Reads the recordings that follow the first one in a file (`cat a b`).
extension FFmpegSource {
  /// The number of the recording of the last packet, from 0.
  var recording: Int { later?.number ?? 0 }

  /// Declares that other recordings follow the first one, or may follow it.
  func declareRecordings() {
    info.isFollowedByAnother = demuxer.bytes?.isFollowedByAnother(in: info.container) ?? false
    guard let end = demuxer.source?.recordingEnd else { return }
    if end.found != nil {
      declareJoined()
    } else {
      info.mayContinue = end.mayBeFollowed(in: byteCount)
    }
  }

  /// Removes the declared length, which is that of one recording.
  private func declareJoined() {
    (info.isClockDiscontinuous, info.mayContinue) = (true, false)
    info.declaredDuration = joinedLength
    for index in info.tracks.indices { info.tracks[index].durationTicks = nil }
  }

  /// The offset of the recording behind this one; nil if none was found.
  private var nextRecording: Int64? { demuxer.source?.recordingEnd?.found }

  /// The offset of the recording of chained Ogg that libavformat cannot continue this one with, behind its last page.
  private var unreadableRecording: Int64? {
    guard demuxer.bytes?.isSeekable == true else { return nil }
    let last = pageOffsets.values.max() ?? 0
    return demuxer.pages?.recordings.first { $0 > last }
  }

  /// The offset of the recording of WavPack behind the tag that libavformat has taken for a block.
  private var recordingBehindTag: Int64? {
    guard info.container == "wv", let file = demuxer.bytes, let size = file.fixedSize,
      let input = demuxer.context.pointee.pb
    else { return nil }
    var bytes = HeaderBytes(size: size) { file.bytes(at: $0, count: $1) }
    let tag = avio_tell(input) - EndTags.lengthOfAPEHeader
    return EndTags.endOfAPE(startingAt: tag, of: &bytes).flatMap {
      bytes.record(at: $0, count: 4)?.has("wvpk", at: 0) == true ? $0 : nil
    }
  }

  /// Whether a stream of Ogg ends in the header of another recording.
  private var endsWithHeader: Bool {
    let last = pageOffsets.values.max() ?? 0
    guard let bytes = demuxer.bytes, !bytes.isSeekable,
      let place = demuxer.pages?.recordings.first(where: { $0 > last })
    else { return false }
    return bytes.isShorter(than: MovieFragments.sum(place, Demuxer.headerLength))
  }

  /// Opens the recording behind the one that has ended, or at which reading has failed because libavformat cannot
  /// continue with it; returns false at the end of the media, and throws the error if none follows.
  func openNext(behind error: MediaError? = nil) throws(MediaError) -> Bool {
    let last = later?.source ?? self
    if let error, error.reason != .unsupported {
      // libavformat has taken the tag of WavPack behind the last block for a damaged block.
      guard let place = last.recordingBehindTag, let size = last.byteCount else { throw error }
      last.demuxer.bytes?.trailingByteCount = size - place
      return false
    }
    guard let place = error == nil ? last.nextRecording : last.unreadableRecording else {
      if let error, !last.endsWithHeader { throw error }
      return false
    }
    guard let demuxer = try last.demuxer.recording(at: place) else {
      if let bytes = last.demuxer.bytes, let size = bytes.fixedSize, size > place {
        bytes.trailingByteCount = size - place
      }
      return false
    }
    let (sum, overflow) = (later?.byteOffset ?? 0).addingReportingOverflow(place)
    let next = try LaterRecording(
      FFmpegSource(demuxer), number: recording + 1, byteOffset: overflow ? .max : sum,
      continuing: info.tracks)
    guard info.timelineTracks.contains(where: next.continues) else {
      throw MediaError(
        .read, of: info.name, reason: .unsupported,
        detail: "another recording follows, which has other tracks")
    }
    next.decode(decodedTracks)
    later = next
    declareJoined()
    return true
  }

  /// Reads the next packet of the later recordings.
  func readLater() throws(MediaError) -> MediaRead {
    laterPacket = nil
    while let later {
      let read: MediaRead
      do throws(MediaError) {
        read = try later.source.readOwn()
      } catch {
        guard try openNext(behind: error) else { return .endOfMedia }
        continue
      }
      if case .packet(let packet) = read {
        guard let placed = later.placed(packet) else { continue }
        (laterPacket, original) = (placed, later.source.original.flatMap(later.converted))
        return .packet(placed)
      }
      guard case .endOfMedia = read, try openNext() else { return read }
    }
    return .endOfMedia
  }
}
