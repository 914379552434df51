import PlayheadInterprocess
import PlayheadTimekeeping

/// What `Metadata` says of the item.
struct MPRISTrack: Equatable {
  /// The path of the track on the bus; nil if the player has none, or states an invalid one.
  var path: String?
  var location: String?
  var title: String?
  var artist: String?
  var duration: MediaTime?

  private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// Reads metadata; nil if there is no item.
  init?(_ metadata: [String: BusValue]) {
    let path = MPRISValue.address(metadata["mpris:trackid"])
    if path == Self.noTrack { return nil }
    self.path = path.flatMap { Self.isPath($0) ? $0 : nil }
    location = MPRISValue.address(metadata["xesam:url"])
    title = MPRISValue.shownText(metadata["xesam:title"])
    artist = MPRISValue.shownText(metadata["xesam:artist"])
    duration = MPRISValue.duration(metadata["mpris:length"])
    if path == nil, location == nil, title == nil, duration == nil { return nil }
  }

  /// Whether this is another item. Without a URL that depends on the title: Chromium never changes the track.
  func isOther(than track: MPRISTrack?) -> Bool {
    guard let track else { return true }
    if path != track.path { return true }
    if let location, let former = track.location { return location != former }
    if let title, let former = track.title { return title != former }
    return false
  }

  /// Whether a text is the path of an object. Some players state other texts.
  private static func isPath(_ text: String) -> Bool {
    text == "/"
      || text.hasPrefix("/")
        && text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
          !$0.isEmpty
            && $0.utf8.allSatisfy { byte in
              switch byte {
              case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
              default: false
              }
            }
        }
  }
}
