import Glibc
import Media
import Timekeeping

/// Whether a file that is followed may still grow, and the wait for it.
struct FileGrowth {
  private let following: FileFollowing
  private let signal: WakeSignal
  private var size: off_t = -1
  private var lastGrowth = SystemHostClock.shared.now
  /// Seeking looks at what is there, and does not wait for more.
  var isWaiting = true

  init(_ following: FileFollowing, interruption: Interruption) throws(SystemError) {
    self.following = following
    let signal = try WakeSignal()
    self.signal = signal
    following.onFinish { [weak signal] in signal?.send() }
    interruption.onInterrupt { [weak signal] in signal?.send() }
  }

  /// Whether what is there now is all there will be. To be asked before the end is looked for:
  /// what was written last must not be missed.
  mutating func isOver(_ status: stat) -> Bool {
    if status.st_size != size {
      size = status.st_size
      lastGrowth = SystemHostClock.shared.now
    }
    if following.isFinished || status.st_nlink == 0 { return true }
    guard let patience = following.patience else { return false }
    return lastGrowth.advanced(by: patience) <= SystemHostClock.shared.now
  }

  /// Waits a while, or until the interruption or the end of following comes.
  func wait() throws(SystemError) {
    try signal.wait(for: FileFollowing.interval)
  }
}
