import PlayheadCore
import PlayheadTimekeeping

/// The state of a session at one instant.
public struct SessionSnapshot: Sendable {
  /// The list of files, in playing order.
  public var entries: [PlaylistEntry] {
    get { list.entries }
    set { list = EntryList(newValue) }
  }
  /// The same entries, as they are stored.
  package var list: EntryList
  /// The greatest identity of an entry until now; nil if it is that of an entry of the list.
  public var greatestID: Int?
  /// The index of the entry that plays, or is about to; nil while the session is idle.
  public var currentIndex: Int?
  /// The player of the current entry; nil while there is none yet. It may not be open.
  public var player: Player?
  /// The settings, which apply to the current file and to those that follow.
  public var settings: SessionSettings

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - entries: The list of files, in playing order.
  ///   - greatestID: The greatest identity of an entry until now; nil if it is that of an entry of
  ///     the list.
  ///   - currentIndex: The index of the current entry; nil while the session is idle.
  ///   - player: The player of the current entry; nil while there is none yet.
  ///   - settings: The settings.
  public init(
    entries: [PlaylistEntry] = [], greatestID: Int? = nil, currentIndex: Int? = nil,
    player: Player? = nil,
    settings: SessionSettings = SessionSettings()
  ) {
    list = EntryList(entries)
    self.greatestID = greatestID
    self.currentIndex = currentIndex
    self.player = player
    self.settings = settings
  }

  /// The current entry; nil while the session is idle.
  public var currentEntry: PlaylistEntry? {
    currentIndex.flatMap { list.entry(at: $0) }
  }
}

/// A file of a session's list.
public struct PlaylistEntry: Hashable, Sendable {
  /// The identity of the entry: a positive number that no other entry of the session ever has.
  public var id: Int
  /// The path or URL, as it was given, as text that keeps every byte (`ExactText`).
  public var location: String
  /// The title in a playlist; nil if there is none.
  public var title: String?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - id: The identity: a positive number that no other entry of the session ever has.
  ///   - location: The path or URL, as it was given.
  ///   - title: The title in a playlist; nil if there is none.
  public init(id: Int, location: String, title: String? = nil) {
    self.id = id
    self.location = location
    self.title = title
  }
}

/// The settings of a session, which stay when the file changes.
public struct SessionSettings: Hashable, Sendable {
  /// The rate at which files play while they are not paused; never 0.
  public var rate = Rate.normal
  /// Whether playback is paused.
  public var isPaused = false
  /// The volume in percent, 0 to 200; 100 is the original. Percents are cubic, as in mpv.
  public var volume = 100.0
  /// Whether the sound is off.
  public var isMuted = false
  /// How often each file is played.
  public var fileLoop = Repetition.none
  /// How often the list is played.
  public var listLoop = Repetition.none
  /// The start of the range that is repeated; nil if none was set. The range is repeated while both
  /// of its points are set.
  public var loopStart: MediaTime?
  /// The end of the range that is repeated; nil if none was set.
  public var loopEnd: MediaTime?
  /// Which files stay open, paused, at their ends.
  public var keepOpen = KeepOpen.none
  /// Whether the session waits for files when nothing is left to play.
  public var waitsForFiles = false
  /// The title that other programs see instead of a file's own; nil for that.
  public var title: String?
  /// By how much sound is heard later than its pictures; negative for earlier. It stays the same.
  public var audioDelay = Duration.zero
  /// Whether the terminal has suspended playback, whatever the other settings say.
  package var isSuspended = false
  /// Whether the last request that moved the playhead was a step.
  package var isStepping = false
  /// How often each file is played once `SessionRequest.toggleLoop` switches the repetition on.
  package var chosenFileLoop = Repetition.endless

  /// Creates the default settings.
  public init() {}
}

/// Which files stay open, paused, when they have been played to their ends.
public enum KeepOpen: Hashable, Sendable {
  /// No file.
  case none
  /// The last one of the list, unless that is repeated.
  case last
  /// Every file.
  case all

  /// Returns whether it contains a file.
  package func includes(isLast: Bool) -> Bool { self == .all || self == .last && isLast }
}

/// How often something is played.
public enum Repetition: Hashable, Sendable {
  /// Once.
  case none
  /// This many times in total, at least once.
  case times(Int)
  /// Until something else is chosen.
  case endless

  /// Creates a repetition; nil for no limit.
  package init(count: Int?) {
    self = count.map { .times($0) } ?? .endless
  }

  /// The number of times; nil for no limit, and if nothing is repeated.
  package var count: Int? { if case .times(let count) = self { count } else { nil } }
}
