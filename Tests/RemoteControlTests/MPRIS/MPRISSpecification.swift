import Foundation
import PlaybackSession

/// The interfaces of MPRIS 2.2 as facts, one a line:
///
/// - `INTERFACE method NAME`, and for each argument `INTERFACE method NAME in|out ARGUMENT TYPE`;
/// - the same for signals, without a direction;
/// - `INTERFACE property NAME TYPE ACCESS EMITS-CHANGED-SIGNAL`.
///
/// They are equal to those in the descriptions of two source packages of Debian 12: `MediaPlayer2` and
/// `Player` in qtmpris 1.0.6 (`src/*.xml`), `TrackList` in playerctl 2.4.1
/// (`data/mpris-dbus-interface.xml`). A property without an annotation announces its changes.
enum MPRISSpecification {
  static let facts = Set(
    lines("org.mpris.MediaPlayer2", application)
      + lines("org.mpris.MediaPlayer2.Player", player)
      + lines("org.mpris.MediaPlayer2.TrackList", trackList))

  private static let application = """
    method Raise
    method Quit
    property CanQuit b read true
    property Fullscreen b readwrite true
    property CanSetFullscreen b read true
    property CanRaise b read true
    property HasTrackList b read true
    property Identity s read true
    property DesktopEntry s read true
    property SupportedUriSchemes as read true
    property SupportedMimeTypes as read true
    """

  private static let player = """
    method Next
    method Previous
    method Pause
    method PlayPause
    method Stop
    method Play
    method Seek
    method Seek in Offset x
    method SetPosition
    method SetPosition in TrackId o
    method SetPosition in Position x
    method OpenUri
    method OpenUri in Uri s
    signal Seeked
    signal Seeked Position x
    property PlaybackStatus s read true
    property LoopStatus s readwrite true
    property Rate d readwrite true
    property Shuffle b readwrite true
    property Metadata a{sv} read true
    property Volume d readwrite true
    property Position x read false
    property MinimumRate d read true
    property MaximumRate d read true
    property CanGoNext b read true
    property CanGoPrevious b read true
    property CanPlay b read true
    property CanPause b read true
    property CanSeek b read true
    property CanControl b read false
    """

  private static let trackList = """
    method GetTracksMetadata
    method GetTracksMetadata in TrackIds ao
    method GetTracksMetadata out Metadata aa{sv}
    method AddTrack
    method AddTrack in Uri s
    method AddTrack in AfterTrack o
    method AddTrack in SetAsCurrent b
    method RemoveTrack
    method RemoveTrack in TrackId o
    method GoTo
    method GoTo in TrackId o
    signal TrackListReplaced
    signal TrackListReplaced Tracks ao
    signal TrackListReplaced CurrentTrack o
    signal TrackAdded
    signal TrackAdded Metadata a{sv}
    signal TrackAdded AfterTrack o
    signal TrackRemoved
    signal TrackRemoved TrackId o
    signal TrackMetadataChanged
    signal TrackMetadataChanged TrackId o
    signal TrackMetadataChanged Metadata a{sv}
    property Tracks ao read invalidates
    property CanEditTracks b read true
    """

  private static func lines(_ interface: String, _ text: String) -> [String] {
    text.split(separator: "\n").map { "\(interface) \($0)" }
  }

  /// Returns the facts of a description in XML.
  static func facts(inXML xml: String) -> [String] {
    var facts: [String] = []
    var (interface, member) = ("", "")
    for element in xml.split(separator: "<").dropFirst() {
      func value(_ name: String) -> String {
        guard let start = element.range(of: " \(name)=\"")?.upperBound else { return "" }
        return String(element[start...].prefix { $0 != "\"" })
      }
      switch element.prefix(while: { $0.isLetter }) {
      case "interface": interface = "\(value("name")) "
      case "method", "signal":
        member = "\(element.prefix { $0.isLetter }) \(value("name"))"
        facts.append(interface + member)
      case "arg":
        let direction = value("direction").isEmpty ? "" : value("direction") + " "
        facts.append("\(interface)\(member) \(direction)\(value("name")) \(value("type"))")
      case "property":
        member = "property \(value("name")) \(value("type")) \(value("access"))"
      case "annotation": facts.append("\(interface)\(member) \(value("value"))")
      default: break
      }
    }
    return facts
  }
}
