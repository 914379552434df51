import PlayheadFormatting
import PlayheadTimekeeping

/// A file of messages, each with its time since the start of the log and its level, as mpv writes them.
package final class MessageLog: Sendable {
  private let output: RecordOutput
  private let clock: any HostClock
  private let start: HostInstant

  /// Writes to a descriptor, which is closed at the end.
  package init(_ descriptor: Int32, clock: any HostClock = SystemHostClock.shared) {
    output = RecordOutput(descriptor: descriptor, isOwned: true)
    (self.clock, start) = (clock, clock.now)
  }

  /// Returns whether an open file is empty, or such a log.
  package static func canReplace(_ descriptor: Int32) -> Bool {
    let start = RecordOutput(descriptor: descriptor).firstBytes(2)
    return start.isEmpty || start == Array("[ ".utf8)
  }

  /// Writes a line such as `[   1.250][e][cplayer] TEXT`, where the text has no control characters.
  package func write(_ text: String, level: String) {
    let elapsed = MediaTime.nanoseconds(clock.now.nanoseconds - start.nanoseconds)
    let seconds = elapsed.decimalText(places: 3)
    let padding = String(repeating: " ", count: max(8 - seconds.count, 0))
    // A log that cannot be written does not disturb playback.
    _ = output.write(Array("[\(padding)\(seconds)][\(level)][cplayer] \(text)\n".utf8))
  }
}
