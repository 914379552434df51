import PlayheadCore
import PlayheadTimekeeping

/// A request to a session.
public enum SessionRequest: Hashable, Sendable {
  /// Pauses, or plays.
  case setPaused(Bool)
  /// Pauses if playback is not paused, otherwise plays.
  case togglePause
  /// Sets the rate, which must be one of `Rate.playable`.
  case setRate(Rate)
  /// Multiplies the rate by a numerator and a denominator, within the rates of playback.
  case multiplyRate(Int32, Int32)
  /// Sets the volume in percent, 0 to 200.
  case setVolume(Double)
  /// Changes the volume by this number of percents, within 0 to 200.
  case changeVolume(Int)
  /// Switches the sound off or on; nil switches between both.
  case setMuted(Bool?)
  /// Moves the playhead. It is never moved before zero, nor beyond the end.
  case seek(SeekTarget, SeekTolerance = .exact)
  /// Pauses, and moves by this number of frames; backward if negative.
  case step(Int)
  /// Sets how often each file is played.
  case setFileLoop(Repetition)
  /// Repeats each file as often as was chosen last, or no longer.
  case toggleLoop
  /// Sets how often the list is played.
  case setListLoop(Repetition)
  /// Sets the range that is repeated. Both points are set, or it is not repeated.
  case setLoopRange(start: MediaTime?, end: MediaTime?)
  /// Sets which files stay open, paused, at their ends.
  case setKeepOpen(KeepOpen)
  /// Sets whether the session waits for files when nothing is left to play. If it waits already, and
  /// is not to, it ends.
  case setWaitsForFiles(Bool)
  /// Sets the title that other programs see instead of a file's own; nil for that.
  case setTitle(String?)
  /// Adds files to the list. A playlist is replaced by its entries.
  case load([String], LoadMode)
  /// Adds the entries of a playlist. Refused if it cannot be read, or has none.
  case loadList(String, LoadMode)
  /// Plays the entry at this index of the list.
  case play(index: Int)
  /// Plays the next entry. Refused at the last one.
  case next
  /// Plays the previous entry. Refused at the first one.
  case previous
  /// Removes the entry at this index. If it plays, the next one follows.
  case remove(index: Int)
  /// Moves the entry at an index before the one that is now at another index, which may be the number of entries.
  case move(from: Int, to: Int)
  /// Sorts the entries into this order of their identities. Entries that it does not name follow in
  /// their present order.
  case reorder([Int])
  /// Removes all entries but the current one.
  case clear
  /// Stops playback, and empties the list unless it is kept. The session then waits for files or ends,
  /// as it was started.
  case stop(keepsList: Bool)
  /// Writes a record with the current position.
  case reportPosition
  /// Lists the keys at the terminal of the session.
  case showHelp
  /// Ends the session, with this exit status of the process; nil for that of playback.
  case quit(status: Int32?)

  /// Whether the request applies to the current file, and needs it to be open.
  public var needsFile: Bool {
    switch self {
    case .seek, .step, .toggleLoop, .reportPosition: true
    default: false
    }
  }
}

/// Where a seek leads.
public enum SeekTarget: Hashable, Sendable {
  /// A position in media time.
  case position(MediaTime)
  /// A distance from the playhead; backward if negative.
  case offset(MediaTime)
  /// A share of the duration, 0 to 1.
  case fraction(Double)
  /// A point of the file.
  case point(MediaPoint)
  /// The start of the chapter that is this number of chapters after the current one, or before it if negative.
  case chapters(Int)
}

/// Where new files are placed in the list.
public enum LoadMode: Hashable, Sendable {
  /// Instead of all other entries; the first one plays.
  case replace
  /// At the end.
  case append
  /// At the end; the first one plays if nothing plays.
  case appendAndPlay
  /// At the end, as a user's attempt: if one of them cannot be played and nothing follows it, the
  /// session waits for files and does not end.
  case appendAsAttempt
}

/// Why a session does not carry out a request.
public enum SessionRefusal: Error, Hashable, Sendable {
  /// No file is open.
  case noFile
  /// The list has no such entry.
  case noEntry
  /// The source cannot seek.
  case notSeekable
  /// The duration is not known, so no share of it can be found.
  case unknownDuration
  /// A value is out of range.
  case invalidValue
  /// Too many requests wait until a file is open.
  case tooManyRequests
  /// The file does not allow it: the reason, in words, and the name of the file.
  case impossible(String, file: String)
  /// The file may not be read: the reason, in words.
  case refused(String)
}
