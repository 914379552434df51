/// The interfaces of the MPRIS D-Bus Interface Specification, version 2.2.
extension BusInterface {
  static let application = BusInterface(
    name: "org.mpris.MediaPlayer2",
    methods: [Method("Raise"), Method("Quit")],
    properties: [
      Property("CanQuit", "b"),
      Property("Fullscreen", "b", isWritable: true),
      Property("CanSetFullscreen", "b"),
      Property("CanRaise", "b"),
      Property("HasTrackList", "b"),
      Property("Identity", "s"),
      Property("DesktopEntry", "s"),
      Property("SupportedUriSchemes", "as"),
      Property("SupportedMimeTypes", "as"),
    ])

  static let player = BusInterface(
    name: "org.mpris.MediaPlayer2.Player",
    methods: [
      Method("Next"), Method("Previous"), Method("Pause"), Method("PlayPause"), Method("Stop"),
      Method("Play"),
      Method("Seek", Argument("Offset", "x")),
      Method("SetPosition", Argument("TrackId", "o"), Argument("Position", "x")),
      Method("OpenUri", Argument("Uri", "s")),
    ],
    signals: [Signal("Seeked", Argument("Position", "x"))],
    properties: [
      Property("PlaybackStatus", "s"),
      Property("LoopStatus", "s", isWritable: true),
      Property("Rate", "d", isWritable: true),
      Property("Shuffle", "b", isWritable: true),
      Property("Metadata", "a{sv}"),
      Property("Volume", "d", isWritable: true),
      Property("Position", "x", announcing: .none),
      Property("MinimumRate", "d"),
      Property("MaximumRate", "d"),
      Property("CanGoNext", "b"),
      Property("CanGoPrevious", "b"),
      Property("CanPlay", "b"),
      Property("CanPause", "b"),
      Property("CanSeek", "b"),
      Property("CanControl", "b", announcing: .none),
    ])

  /// The list of files.
  static let trackList = BusInterface(
    name: "org.mpris.MediaPlayer2.TrackList",
    methods: [
      Method(
        "GetTracksMetadata", Argument("TrackIds", "ao"),
        returning: Argument("Metadata", "aa{sv}")),
      Method(
        "AddTrack", Argument("Uri", "s"), Argument("AfterTrack", "o"),
        Argument("SetAsCurrent", "b")),
      Method("RemoveTrack", Argument("TrackId", "o")),
      Method("GoTo", Argument("TrackId", "o")),
    ],
    signals: [
      Signal("TrackListReplaced", Argument("Tracks", "ao"), Argument("CurrentTrack", "o")),
      Signal("TrackAdded", Argument("Metadata", "a{sv}"), Argument("AfterTrack", "o")),
      Signal("TrackRemoved", Argument("TrackId", "o")),
      Signal("TrackMetadataChanged", Argument("TrackId", "o"), Argument("Metadata", "a{sv}")),
    ],
    properties: [
      Property("Tracks", "ao", announcing: .invalidation),
      Property("CanEditTracks", "b"),
    ])
}
