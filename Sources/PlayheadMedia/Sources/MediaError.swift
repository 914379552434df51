/// An error of opening, reading, seeking or decoding media.
public struct MediaError: Error, Hashable, Sendable {
  /// The operation that failed.
  @nonexhaustive
  public enum Operation: String, Hashable, Sendable, Codable {
    /// Opening the media.
    case open
    /// Reading a packet or a frame.
    case read
    /// Seeking.
    case seek
    /// Decoding.
    case decode
  }

  /// The cause of a failure. The raw value identifies it when an error is encoded.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable, Codable {
    /// The file does not exist.
    case notFound = "not-found"
    /// Permission to read the file is denied.
    case noPermission = "no-permission"
    /// The path names a directory.
    case isDirectory = "is-directory"
    /// The file is empty.
    case isEmpty = "is-empty"
    /// The format is not recognized.
    case notMedia = "not-media"
    /// The media has no audio or video track that can be played.
    case noPlayableTrack = "no-playable-track"
    /// A requested track does not exist, or is neither audio nor video.
    case noSuchTrack = "no-such-track"
    /// Stepping frame by frame was requested, and the media has no video.
    case noFrames = "no-frames"
    /// The sound was requested, and the media has none.
    case noSound = "no-sound"
    /// Reading requires seeking back, which the source (a pipe) cannot do.
    case needsSeeking = "needs-seeking"
    /// Seeking was requested, which the source (a pipe) cannot do.
    case notSeekable = "not-seekable"
    /// This build does not support the protocol, codec or feature.
    case unsupported
    /// The data is invalid.
    case damaged
    /// The file became shorter while it was read.
    case truncated
    /// The media refers to a file or URL that may not be opened.
    case forbiddenReference = "forbidden-reference"
    /// An `Interruption` happened.
    case interrupted
    /// The task that waited was cancelled, or a later request of the same kind replaced this one.
    case cancelled
    /// Any other cause; see `code` and `detail`.
    case other
  }

  /// The operation that failed.
  public var operation: Operation
  /// The path or URL.
  public var name: String
  /// The cause.
  public var reason: Reason
  /// The error number of the library that reads the media; 0 if there is none.
  public var code: Int32
  /// The error text of the library that reads the media, and the last line of its log, if any.
  public var detail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - name: The path or URL.
  ///   - reason: The cause.
  ///   - code: The error number; 0 if there is none.
  ///   - detail: Further text for the message.
  public init(
    _ operation: Operation, of name: String, reason: Reason, code: Int32 = 0,
    detail: String? = nil
  ) {
    self.operation = operation
    self.name = name
    self.reason = reason
    self.code = code
    self.detail = detail
  }
}

extension MediaError: CustomStringConvertible {
  /// The message in one line, as in `a.mp4: No such file or directory` or
  /// `a.mp4: cannot read: Input/output error`.
  public var description: String {
    var parts = [name]
    if operation != .open, !reason.isAboutFile { parts.append("cannot \(operation.rawValue)") }
    switch (reason.text, detail) {
    case (let text?, let detail?): parts.append("\(text) (\(detail))")
    case (let text?, nil): parts.append(text)
    case (nil, let detail?): parts.append(detail)
    case (nil, nil): if operation == .open { parts.append("cannot open") }
    }
    return parts.joined(separator: ": ")
  }
}

extension MediaError.Reason {
  /// The table of messages; nil if only the detail of an error describes the cause.
  package var text: String? {
    switch self {
    case .notFound: "No such file or directory"
    case .noPermission: "Permission denied"
    case .isDirectory: "Is a directory"
    case .isEmpty: "empty file"
    case .notMedia: "not a recognised media format"
    case .noPlayableTrack: "no audio or video track"
    case .noSuchTrack: "no such track"
    case .noFrames: "no video frames"
    case .noSound: "no sound"
    case .needsSeeking: "cannot be read from a pipe, because its index is not at the start"
    case .notSeekable: "the source is not seekable"
    case .unsupported: "not supported by this build"
    case .damaged: "invalid or damaged data"
    case .truncated: "the file was truncated while it was read"
    case .forbiddenReference: "reference to another file or URL not allowed"
    case .interrupted: "interrupted"
    case .cancelled: "cancelled, or replaced by a later request"
    case .other: nil
    }
  }

  /// Whether the text describes the file, whatever operation failed.
  fileprivate var isAboutFile: Bool {
    switch self {
    case .isDirectory, .isEmpty, .notMedia, .noPlayableTrack, .noSuchTrack, .noFrames,
      .noSound, .needsSeeking, .truncated, .forbiddenReference:
      true
    case .notFound, .noPermission, .notSeekable, .unsupported, .damaged, .interrupted, .cancelled,
      .other:
      false
    }
  }
}
