import PlayheadAttaching
import PlayheadMedia
import PlayheadTimekeeping

/// A place from which timecode is received. One thread at a time uses it.
protocol TimecodeInput: AnyObject {
  /// Receives timecode, and waits for it if that is how it arrives, but not for long.
  ///
  /// - Returns: What the timecode shows, and when to call this again.
  /// - Throws: Why there is no timecode any more.
  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext)
}

/// Why timecode ends.
package enum TimecodeLoss: Error, Hashable {
  /// The file has ended.
  case atEnd
  /// It cannot be received, for a reason in words.
  case failed(String)
}

/// What an input needs to know.
struct TimecodeSettings {
  var name: String
  /// The frame rate of the code; nil to find it.
  var rate: FrameRate?
  /// For how long the playhead moves on without a sign of timecode; nil for the usual number of frames.
  var freewheel: Duration?
  var clock: any HostClock

  func makeChaser(_ habits: TimecodeHabits) -> TimecodeChaser {
    TimecodeChaser(name, habits, rate: rate, freewheel: freewheel)
  }
}
