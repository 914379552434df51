import FFmpegMedia

/// What the media back end logs.
public enum MediaLog {
  /// Whether it goes to standard error, a line each; it is quiet otherwise. From any thread.
  public static var isVerbose: Bool {
    get { FFmpegLog.isVerbose }
    set { FFmpegLog.isVerbose = newValue }
  }

  /// From now on each line is written by what `surround` is given, on the thread that logs: so it
  /// can be kept out of what else is on a terminal.
  public static func write(within surround: @escaping @Sendable (() -> Void) -> Void) {
    FFmpegLog.write(within: surround)
  }
}
