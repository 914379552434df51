import CFFmpeg
import Glibc
import Locking
import Synchronization

/// FFmpeg's own log: quiet, unless asked for.
///
/// FFmpeg has one log for the whole process. It is taken over when the first medium is opened;
/// what each thread writes is kept apart, so that an error carries the words that led to it.
public enum FFmpegLog {
  private struct Surroundings {
    var run: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let verbosity = Atomic(false)
  private static let surroundings = Locked(Surroundings())

  /// Whether what FFmpeg logs also goes to standard error, one line each. From any thread.
  public static var isVerbose: Bool {
    get { verbosity.load(ordering: .relaxed) }
    set { verbosity.store(newValue, ordering: .relaxed) }
  }

  /// From now on each line is written by what `surround` is given, on the thread that logs.
  public static func write(within surround: @escaping @Sendable (() -> Void) -> Void) {
    surroundings.withLock { $0.run = surround }
  }

  private static let installation: Void = av_log_set_callback { object, level, format, arguments in
    // Higher is less urgent. The upper bits are a colour.
    let level = level & 0xff
    // Most lines, several a packet, are for nobody.
    if level > AV_LOG_INFO { return }
    let threshold = FFmpegLog.isVerbose ? AV_LOG_INFO : AV_LOG_ERROR
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
    if FFmpegLog.isVerbose { print(line, origin: ffmpeg_log_origin(object)) }
  }

  /// Takes over FFmpeg's log, once.
  static func install() {
    installation
  }

  /// Forgets the calling thread's last error: what is logged from here on belongs to what comes.
  static func begin() {
    ThreadLog.existing?.lastError = nil
  }

  /// The last error that the calling thread logged since `begin`.
  static var lastError: String? {
    ThreadLog.existing?.lastError
  }

  /// Adds a line of ours, as if FFmpeg had logged it as an error.
  static func note(_ line: String) {
    ThreadLog.current.lastError = line
    if isVerbose { print(line, origin: nil) }
  }

  /// One `write`, so that lines of several threads do not mix.
  private static func print(_ line: String, origin: UnsafePointer<CChar>?) {
    var text = origin.map { "[\(String(cString: $0))] \(line)\n" } ?? "\(line)\n"
    let run = surroundings.withLock { $0.run }
    text.withUTF8 { bytes in
      run { _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
  }
}
