import CPlayheadFFmpeg
import Glibc
import PlayheadLocking
import Synchronization

/// The log messages of FFmpeg, which are not printed by default.
///
/// FFmpeg has one log callback for the whole process. Opening the first media installs ours. It
/// stores the last error of each thread separately, so that a `MediaError` includes the message
/// that FFmpeg logged for it.
public enum MediaLog {
  private struct Surroundings {
    var run: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let verbosity = Atomic(false)
  private static let surroundings = Locked(Surroundings())

  /// Whether messages are printed on standard error, one per line. May be set from any thread.
  public static var isVerbose: Bool {
    get { verbosity.load(ordering: .relaxed) }
    set { verbosity.store(newValue, ordering: .relaxed) }
  }

  /// Sets a closure that surrounds the printing of each line, for example to keep lines apart from
  /// other output on a terminal.
  ///
  /// - Parameter surround: Runs on the thread that logs. It must call its argument, which prints
  ///   the line, exactly once.
  public static func write(within surround: @escaping @Sendable (() -> Void) -> Void) {
    surroundings.withLock { $0.run = surround }
  }

  private static let installation: Void = av_log_set_callback { object, level, format, arguments in
    // A higher level is less urgent. The upper bits are a colour.
    let level = level & 0xff
    // Most messages, several per packet, are below this level. Return early for speed.
    if level > AV_LOG_INFO { return }
    let threshold = MediaLog.isVerbose ? AV_LOG_INFO : AV_LOG_ERROR
    guard level <= threshold, let format, let arguments else { return }
    let capacity = 1024
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      start.pointee = 0
      var printsPrefix: Int32 = 0
      av_log_format_line2(object, level, format, arguments, start, Int32(capacity), &printsPrefix)
      return String(cString: start)
    }
    guard let line = ThreadLog.current.append(text) else { return }
    if level <= AV_LOG_ERROR { ThreadLog.current.lastError = line }
    if MediaLog.isVerbose { print(line, origin: ffmpeg_log_origin(object)) }
  }

  /// Installs the log callback, once per process.
  static func install() {
    installation
  }

  /// Forgets the calling thread's last error, so that `lastError` belongs to the operation that starts now.
  static func begin() {
    ThreadLog.existing?.lastError = nil
  }

  /// The last error that the calling thread has logged since `begin`.
  static var lastError: String? {
    ThreadLog.existing?.lastError
  }

  /// Adds a line of this module, as if FFmpeg had logged it as an error.
  static func record(_ line: String) {
    ThreadLog.current.lastError = line
    if isVerbose { print(line, origin: nil) }
  }

  /// Writes a line with one `write`, so that lines of several threads do not mix.
  private static func print(_ line: String, origin: UnsafePointer<CChar>?) {
    var text = origin.map { "[\(String(cString: $0))] \(line)\n" } ?? "\(line)\n"
    let run = surroundings.withLock { $0.run }
    text.withUTF8 { bytes in
      run { _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
  }
}
