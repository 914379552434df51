import Media
import Timekeeping

/// What is known of the media, once it is open.
struct OpenedMedia {
  private(set) var info: MediaInfo
  /// In the order of their positions; nil before those are known.
  private(set) var chapters: [PresentedChapter]?
  private(set) var declaredDuration: MediaTime?

  /// - Parameter tracks: the indices of the tracks that make the timeline; nil if nobody chose.
  /// - Throws: why those tracks cannot be played.
  init(_ info: MediaInfo, tracks: [Int]?) throws(MediaError) {
    self.info = info
    self.info.chosenTracks = tracks
    let playable = info.tracks.filter { $0.kind == .audio || $0.kind == .video }.map(\.index)
    if let unknown = tracks?.first(where: { !playable.contains($0) }) {
      let list = playable.map(String.init).joined(separator: ", ")
      throw MediaError(.open, info.name, .noSuchTrack, detail: "track \(unknown) of \(list)")
    }
    if self.info.timelineTracks.isEmpty { throw MediaError(.open, info.name, .noPlayableTrack) }
  }

  /// Places what the media declares on the timeline, whose zero is known by now.
  mutating func placeDeclarations(zero: MediaTime) {
    chapters = PresentedChapter.all(of: info.chapters, zero: zero)
    declaredDuration = info.declaredDuration(from: zero)
  }
}
