import CFFmpeg
import Media

extension Demuxer {
  /// Goes near `ticks` of a track, or before them; false where that cannot be done.
  ///
  /// Where a container has no index FFmpeg lands near the time, before it or behind it and on any
  /// packet; where it has one, that may be of one track only, and packets of the others are lost.
  func jump(to ticks: Int64, of track: Track) -> Bool {
    forgetInputError()
    // FFmpeg takes the least and the greatest number for "no bound" and "no time".
    let ticks = min(max(ticks, .min + 2), .max - 1)
    return avformat_seek_file(context, Int32(track.index), .min, ticks, ticks, 0) >= 0
  }

  /// The next packet; false at the end, and where damage is in the way: another place may be
  /// better.
  func readForSeeking(into packet: borrowing Packet) throws(MediaError) -> Bool {
    packet.clear()
    do throws(MediaError) {
      return try read(into: packet)
    } catch {
      if error.reason != .interrupted { return false }
      throw makeError(.seek, error.code)
    }
  }
}
