import PlayheadFFmpeg
import PlayheadTimekeeping

/// Decides which of the passed bytes the player gets, and when. They wait for it in a pipe.
///
/// A player that is slower than the bytes pass gets the newest ones, at intervals, if its media can be read without the
/// others. Otherwise the bytes pass at its speed.
struct PlayerShare {
  /// The time between bytes for a player that does not get all, because reading needs more time than passing.
  static let pause = Duration.milliseconds(500)
  /// The greatest number of units that are left out at once, so that the player gets many bytes without a gap.
  private static let greatestUnitCount = 4

  /// Whether the media can be read without some of its bytes.
  var mayLeaveOut = false
  /// The number of bytes that wait.
  private(set) var waiting = 0
  /// The number of bytes that the player got.
  private(set) var given: Int64 = 0
  /// Whether the player does not get all bytes now.
  private(set) var isPartial = false
  private var hasLeftOut = false
  private var lastInstant: HostInstant?

  /// Adds bytes to those that wait.
  mutating func add(_ count: Int) { waiting += count }

  /// Returns how many of the oldest waiting bytes the player never gets; 0 if passing must wait for it.
  mutating func leaveOut() -> Int {
    guard mayLeaveOut else { return 0 }
    let count = min(waiting / MissingBytes.unit, Self.greatestUnitCount) * MissingBytes.unit
    guard count > 0 else { return 0 }
    waiting -= count
    (isPartial, hasLeftOut) = (true, true)
    return count
  }

  /// Whether the player gets the bytes that wait. If it does not get all, it must have read the previous ones.
  func isDue(at now: HostInstant, isIdle: @autoclosure () -> Bool) -> Bool {
    if waiting == 0 { return false }
    guard isPartial, let lastInstant else { return true }
    return now >= lastInstant.advanced(by: Self.pause) && isIdle()
  }

  /// Records that the player got bytes.
  mutating func give(_ count: Int, at now: HostInstant) {
    waiting -= count
    given += Int64(count)
    (isPartial, hasLeftOut, lastInstant) = (hasLeftOut, false, now)
  }
}
