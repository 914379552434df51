import PlayheadFFmpeg

/// The log messages of FFmpeg.
public enum MediaLog {
  /// Whether messages are printed on standard error, one per line. May be set from any thread.
  public static var isVerbose: Bool {
    get { FFmpegLog.isVerbose }
    set { FFmpegLog.isVerbose = newValue }
  }

  /// Sets a closure that surrounds the printing of each line, for example to keep lines apart from
  /// other output on a terminal.
  ///
  /// - Parameter surround: Runs on the thread that logs. It must call its argument, which prints
  ///   the line.
  public static func write(within surround: @escaping @Sendable (() -> Void) -> Void) {
    FFmpegLog.write(within: surround)
  }
}
