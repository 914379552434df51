import FFmpegMedia

/// What the media back end logs.
public enum MediaLog {
  /// Whether it goes to standard error, a line each; it is quiet otherwise. From any thread.
  public static var isVerbose: Bool {
    get { FFmpegLog.isVerbose }
    set { FFmpegLog.isVerbose = newValue }
  }
}
