import PlayheadTimekeeping

/// What a packet of a subtitle track shows.
package struct CueUpdate {
  /// The position at which cues end that began before it, and whose ends are not declared.
  package var position: MediaTime
  /// The cue that begins; nil if none does.
  package var cue: Cue?
  /// Whether the media declares no end of the cue: it ends with the track's next packet, unless it has ended before.
  package var endsWithNext: Bool

  package init(position: MediaTime, cue: Cue?, endsWithNext: Bool) {
    (self.position, self.cue, self.endsWithNext) = (position, cue, endsWithNext)
  }
}

/// Decodes the packets of one subtitle track into cues.
///
/// Not Sendable: the worker that reads uses it.
package protocol CueDecoder: AnyObject {
  /// The track.
  var track: MediaTrack { get }

  /// Returns how a packet, also one without a payload, changes the shown cues; nil if it has no time.
  /// `zero` is the container's time of position zero.
  func decode(
    _ payload: (any EncodedPacket)?, _ timing: PacketTiming, zero: MediaTime
  ) -> CueUpdate?

  /// Returns the text that is still shown at the end; nil if that is known already.
  func finish() -> CueUpdate?

  /// Forgets the packets, because the next one is read elsewhere.
  func reset()
}

/// A source whose subtitles can be decoded while it is read.
package protocol CueDecodingSource: DecodingSource {
  /// Makes a decoder for a subtitle track, whose payloads the source keeps then; throws without a track or a decoder.
  func makeCueDecoder(of choice: CueTrack.Choice) throws(MediaError) -> any CueDecoder
}

extension MediaInfo {
  /// Returns the track of a choice; the error names the subtitle tracks of the media.
  package func subtitleTrack(_ choice: CueTrack.Choice) throws(MediaError) -> MediaTrack {
    let subtitles = tracks.filter { $0.kind == .subtitle }
    let track =
      switch choice {
      case .index(let index): subtitles.first { $0.index == index }
      case .language(let language):
        subtitles.first { $0.language?.lowercased() == language.lowercased() }
      case .usual: subtitles.first(where: \.isDefault) ?? subtitles.first
      }
    if let track { return track }
    if subtitles.isEmpty {
      throw MediaError(.open, of: name, reason: .other, detail: "no subtitles")
    }
    let list = subtitles.map { "\($0.index) \($0.language ?? "-")" }.joined(separator: ", ")
    throw MediaError(.open, of: name, reason: .noSuchTrack, detail: "subtitle tracks: \(list)")
  }
}
