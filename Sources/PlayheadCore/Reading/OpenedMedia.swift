import PlayheadMedia
import PlayheadTimekeeping

/// The description of the open media. A class, because the machine that has it is copied for each packet.
final class OpenedMedia: Sendable {
  let info: MediaInfo
  /// The chapters in the order of their positions; nil until the start of the timeline is known.
  let chapters: [PresentedChapter]?
  let declaredDuration: MediaTime?

  /// Chooses the tracks, or leaves that to the container. Throws `noSuchTrack` or `noPlayableTrack`.
  init(_ info: MediaInfo, tracks: [Int]?) throws(MediaError) {
    var info = info
    info.chosenTracks = tracks
    (self.info, chapters, declaredDuration) = (info, nil, nil)
    let playable = info.tracks.filter { $0.kind == .audio || $0.kind == .video }.map(\.index)
    if let unknown = tracks?.first(where: { !playable.contains($0) }) {
      let list = playable.map(String.init).joined(separator: ", ")
      throw MediaError(
        .open, of: info.name, reason: .noSuchTrack, detail: "requested \(unknown), playable \(list)"
      )
    }
    if info.timelineTracks.isEmpty {
      throw MediaError(.open, of: info.name, reason: .noPlayableTrack)
    }
  }

  private init(_ info: MediaInfo, _ chapters: [PresentedChapter]?, lasting duration: MediaTime?) {
    (self.info, self.chapters, declaredDuration) = (info, chapters, duration)
  }

  /// Returns the description with another declared duration.
  func lasting(_ duration: MediaTime) -> OpenedMedia {
    OpenedMedia(info, chapters, lasting: duration)
  }

  /// Returns the description with chapters and the declared duration as positions.
  func placed(zero: MediaTime) -> OpenedMedia {
    OpenedMedia(
      info, PresentedChapter.all(of: info.chapters, zero: zero),
      lasting: info.declaredDuration(from: zero))
  }
}
