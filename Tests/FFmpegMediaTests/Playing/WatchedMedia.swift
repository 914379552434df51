import Dispatch
import Glibc
import PlayheadMedia
import PlayheadLocking
import PlayheadTimekeeping

/// Media that reports whether a thread is blocked in it, and when it is released.
final class WatchedMedia: MediaOpener {
  let name: String
  private let opener: any MediaOpener
  private let activity = TrackActivity()

  init(_ opener: any MediaOpener) {
    self.opener = opener
    name = opener.name
  }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    activity.begin()
    do throws(MediaError) {
      let source = try opener.open(interruption: interruption)
      activity.leave()
      return WatchedSource(source, activity)
    } catch {
      activity.end()
      throw error
    }
  }

  /// Waits until a thread sleeps in opening, reading or seeking. Returns false after the given number of
  /// seconds.
  func isBlocked(within seconds: Int) -> Bool {
    let end = DispatchTime.now() + .seconds(seconds)
    while !activity.isBlocked {
      if DispatchTime.now() > end { return false }
      sched_yield()
    }
    return true
  }

  /// Waits until the media is released. Returns false after the given number of seconds.
  func ends(within seconds: Int) -> Bool {
    activity.hasEnded.wait(timeout: .now() + .seconds(seconds)) == .success
  }
}

private final class WatchedSource: MediaSource {
  private let source: any MediaSource
  private let activity: TrackActivity

  init(_ source: any MediaSource, _ activity: TrackActivity) {
    self.source = source
    self.activity = activity
  }

  deinit {
    activity.end()
  }

  var info: MediaInfo { source.info }

  func read() throws(MediaError) -> MediaRead {
    activity.begin()
    defer { activity.leave() }
    return try source.read()
  }

  func seek(to time: MediaTime) throws(MediaError) {
    activity.begin()
    defer { activity.leave() }
    try source.seek(to: time)
  }
}

/// Tracks which thread is in the media.
private final class TrackActivity: Sendable {
  let hasEnded = DispatchSemaphore(value: 0)
  /// The thread's directory, relative to `/proc`.
  private let thread = Locked<String?>(nil)

  func begin() {
    var name = [CChar](repeating: 0, count: 64)
    let isKnown = readlink("/proc/thread-self", &name, 63) > 0
    thread.withLock { [name] in
      $0 =
        isKnown ? name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } : nil
    }
  }

  func leave() {
    thread.withLock { $0 = nil }
  }

  func end() {
    leave()
    hasEnded.signal()
  }

  /// Whether that thread is asleep, as `/proc` reports.
  var isBlocked: Bool {
    guard let name = thread.withLock({ $0 }) else { return false }
    guard let file = fopen("/proc/\(name)/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil, let end = line.lastIndex(of: 41) else { return false }
    let isAsleep = line.dropFirst(end + 2).first == 83
    return isAsleep && thread.withLock { $0 } == name
  }
}
