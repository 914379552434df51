import PlayheadMedia
import PlayheadTimekeeping

/// The description of the open media.
struct OpenedMedia {
  private(set) var info: MediaInfo
  /// The chapters in the order of their positions; nil until the start of the timeline is known.
  private(set) var chapters: [PresentedChapter]?
  private(set) var declaredDuration: MediaTime?

  /// - Parameter tracks: the indices of the played tracks; nil for the container's choice.
  /// - Throws: `noSuchTrack` or `noPlayableTrack`.
  init(_ info: MediaInfo, tracks: [Int]?) throws(MediaError) {
    self.info = info
    self.info.chosenTracks = tracks
    let playable = info.tracks.filter { $0.kind == .audio || $0.kind == .video }.map(\.index)
    if let unknown = tracks?.first(where: { !playable.contains($0) }) {
      let list = playable.map(String.init).joined(separator: ", ")
      throw MediaError(
        .open, of: info.name, reason: .noSuchTrack, detail: "requested \(unknown), playable \(list)"
      )
    }
    if self.info.timelineTracks.isEmpty {
      throw MediaError(.open, of: info.name, reason: .noPlayableTrack)
    }
  }

  /// Replaces the declared duration.
  mutating func estimate(_ duration: MediaTime) { declaredDuration = duration }

  /// Converts chapters and the declared duration to positions, now that position zero is known.
  mutating func placeDeclarations(zero: MediaTime) {
    chapters = PresentedChapter.all(of: info.chapters, zero: zero)
    declaredDuration = info.declaredDuration(from: zero)
  }
}
