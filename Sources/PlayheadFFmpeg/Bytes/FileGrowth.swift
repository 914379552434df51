import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// Decides whether a followed file may still grow, and waits until it should be checked again.
struct FileGrowth {
  private let following: FileFollowing
  private let signal: WakeSignal
  private var size: off_t = -1
  private var lastGrowth = SystemHostClock.shared.now
  /// Whether reading waits for more data; false while seeking, which uses the existing data only.
  var isWaiting = true

  init(_ following: FileFollowing, interruption: Interruption) throws(SystemError) {
    self.following = following
    let signal = try WakeSignal()
    self.signal = signal
    following.onFinish { [weak signal] in signal?.send() }
    interruption.onInterrupt { [weak signal] in signal?.send() }
  }

  /// Records the size before a read, to miss no last data. Returns whether the file will not grow any more.
  mutating func checkEnd(_ status: stat) -> Bool {
    if status.st_size != size {
      size = status.st_size
      lastGrowth = SystemHostClock.shared.now
    }
    if following.isFinished || status.st_nlink == 0 { return true }
    guard let patience = following.patience else { return false }
    return lastGrowth.advanced(by: patience) <= SystemHostClock.shared.now
  }

  /// Waits for one interval, or until the interruption or `finish()`.
  func wait() throws(SystemError) {
    try signal.wait(for: FileFollowing.interval)
  }
}
