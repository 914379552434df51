import PlayheadCore
import Timekeeping

/// A request to a session.
public enum SessionRequest: Hashable, Sendable {
  /// Pauses, or plays.
  case setPaused(Bool)
  /// Sets the rate, which must be one of `Rate.playable`.
  case setRate(Rate)
  /// Sets the volume in percent, 0 to 200.
  case setVolume(Double)
  /// Switches the sound off or on.
  case setMuted(Bool)
  /// Moves the playhead. It is never moved before zero, nor beyond the end.
  case seek(SeekDestination, SeekTolerance)
  /// Pauses, and moves by this number of frames; backward if negative.
  case step(Int)
  /// Sets how often each file is played.
  case setFileLoop(Repetition)
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
  case load([String], LoadPlace)
  /// Adds the entries of a playlist. Refused if it cannot be read, or has none.
  case loadList(String, LoadPlace)
  /// Plays the entry at this index of the list.
  case play(index: Int)
  /// Plays the next entry. Refused at the last one.
  case next
  /// Plays the previous entry. Refused at the first one.
  case previous
  /// Removes the entry at this index. If it plays, the next one follows.
  case remove(index: Int)
  /// Moves the entry at an index before the one that is now at another index, which may be the number
  /// of entries.
  case move(from: Int, to: Int)
  /// Sorts the entries into this order of their identities. Entries that it does not name follow in
  /// their present order.
  case reorder([Int])
  /// Removes all entries but the current one.
  case clear
  /// Stops playback, and empties the list unless it is kept. The session then waits for files or ends,
  /// as it was started.
  case stop(keepsList: Bool)
  /// Ends the session, with this exit status of the process.
  case quit(status: Int32)
}

/// Where a seek leads.
public enum SeekDestination: Hashable, Sendable {
  /// A position in media time.
  case position(MediaTime)
  /// A distance from the playhead; backward if negative.
  case offset(MediaTime)
  /// A share of the duration, 0 to 1.
  case fraction(Double)
}

/// Where new files are placed in the list.
public enum LoadPlace: Hashable, Sendable {
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
  /// The file may not be read: the reason, in words.
  case refused(String)
}
