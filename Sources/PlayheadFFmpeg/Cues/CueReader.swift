import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// Reads the cues of one track.
final class CueReader {
  private let demuxer: Demuxer
  private let decoder: FFmpegCueDecoder
  private let packet: Packet
  /// The container's time of position zero.
  private let zero: MediaTime
  private var cues: [Cue] = []
  /// The indices of the newest cues without a declared end.
  private var unended: [Int] = []

  /// Creates a reader of a subtitle track if it can be decoded; `zero` is the container's time of position zero.
  init(
    _ demuxer: consuming Demuxer, _ choice: CueTrack.Choice, zero: MediaTime,
    isSubtitleFile: Bool
  ) throws(MediaError) {
    let track = try demuxer.info.subtitleTrack(choice)
    guard let packet = Packet.open() else {
      throw MediaError(.open, of: demuxer.name, errno: ENOMEM)
    }
    decoder = try FFmpegCueDecoder(track, of: demuxer, isSubtitleFile: isSubtitleFile)
    for index in 0..<Int(demuxer.context.pointee.nb_streams) where index != track.index {
      demuxer.context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    self.demuxer = demuxer
    self.packet = packet
    self.zero = zero
  }

  /// Reads the cues to the end of the media, or to where reading fails, if there are any before that.
  func read() throws(MediaError) -> CueTrack {
    // A cue whose end the media does not declare ends where the next packet of the track begins, a picture also at the
    // time that its decoder gives.
    while try readNext() {
      defer { packet.clear() }
      let timing = packet.timing
      if timing.track == decoder.track.index,
        let update = decoder.decode(packet.pointer, timing, zero: zero)
      {
        add(update)
      }
    }
    if let update = decoder.finish() { add(update) }
    return CueTrack(cues)
  }

  private func readNext() throws(MediaError) -> Bool {
    do {
      return try demuxer.read(into: packet)
    } catch {
      if cues.isEmpty || demuxer.interruption.isInterrupted { throw error }
      return false
    }
  }

  private func add(_ update: CueUpdate) {
    // The last ones are those that begin first.
    while let index = unended.last, cues[index].start < update.position {
      cues[index].end = min(cues[index].end ?? update.position, update.position)
      unended.removeLast()
    }
    guard let cue = update.cue else { return }
    if update.endsWithNext { unended.append(cues.count) }
    cues.append(cue)
  }
}
