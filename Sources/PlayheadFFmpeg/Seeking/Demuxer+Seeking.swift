import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension Demuxer {
  /// Moves the reading position to `ticks` of a track or near them; returns false on failure.
  func jump(to ticks: Int64, of track: MediaTrack) throws(MediaError) -> Bool {
    // In a container without an index, FFmpeg lands near the time, before or after it, on any packet. An index may
    // cover one track only; then packets of the other tracks may be skipped.
    // FFmpeg 5.1 reads beyond the end of a list of segments in DASH, if it seeks there.
    if untimed?.mustCount == true || opener.listsSegments { return false }
    if let repeated {
      if !repeated.isKnown, let packet = Packet.open() {
        while !repeated.isKnown, try readForSeeking(into: packet) {}
      }
      if repeated.mustCount { return false }
    }
    forgetInputError()
    restartFragments()
    restartStreams()
    let ticks = period?.target(ticks, of: track) ?? ticks
    // FFmpeg interprets the least and the greatest number as "no bound" and "no time".
    let counted = chunks?.seekingTicks(of: ticks, track: track.index, in: context) ?? ticks
    let place = min(max(counted, .min + 2), .max - 1)
    guard avformat_seek_file(context, Int32(track.index), .min, place, place, 0) >= 0 else {
      return false
    }
    references.restartSegments()
    return true
  }

  /// Returns the time of the last packet of a track that the index lists at or before a time; nil if there is none.
  func indexedTime(of track: MediaTrack, atOrBefore time: MediaTime) -> MediaTime? {
    guard let stream = context.pointee.streams[track.index],
      let entry = avformat_index_get_entry_from_timestamp(
        stream, track.ticks(at: time), AVSEEK_FLAG_BACKWARD)
    else { return nil }
    return track.time(ofTicks: entry.pointee.timestamp)
  }

  /// Reads the next packet; returns false at the end and at damaged bytes, and throws only if it is interrupted.
  func readForSeeking(into packet: borrowing Packet) throws(MediaError) -> Bool {
    // At damaged bytes, the caller may try another position.
    packet.clear()
    do throws(MediaError) {
      return try read(into: packet)
    } catch {
      if error.reason != .interrupted { return false }
      throw makeError(.seek, error.code)
    }
  }
}
