import PlayheadInterprocess
import PlayheadTimekeeping

/// The description of an item by the program that plays it.
package struct DescribedItem: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var album: String?
  package var albumArtist: String?
  package var composer: String?
  package var genre: String?
  package var trackNumber: Int32?
  package var discNumber: Int32?
  package var duration: MediaTime?
  /// The path or URL of the media; nil if it is unknown.
  package var location: String?
  /// The text by which items of the same title differ.
  package var identity: String?

  package init() {}

  /// Returns whether a later description is still about the same item, of which more is known.
  func isSame(as other: DescribedItem?) -> Bool {
    (title, location, identity) == (other?.title, other?.location, other?.identity)
  }

  var details: TrackDetails {
    var fields: [String: BusValue] = [:]
    let texts = [("xesam:title", title), ("xesam:album", album)]
    for case (let field, let text?) in texts {
      fields[field] = .text(TrackDetails.limited(text))
    }
    let lists = [
      ("xesam:artist", artist), ("xesam:albumArtist", albumArtist), ("xesam:composer", composer),
      ("xesam:genre", genre),
    ]
    for case (let field, let text?) in lists {
      fields[field] = .texts([TrackDetails.limited(text)])
    }
    for case (let field, let number?) in [
      ("xesam:trackNumber", trackNumber), ("xesam:discNumber", discNumber),
    ] { fields[field] = .int32(number) }
    return TrackDetails(fields: fields, length: duration?.microseconds)
  }
}
