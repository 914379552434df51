/// An error of opening, reading, seeking or decoding media.
public struct MediaError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    /// Opening the media.
    case open
    /// Reading a packet or a frame.
    case read
    /// Seeking.
    case seek
    /// Decoding.
    case decode
  }

  /// The cause of a failure.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case notFound
    /// Permission to read the file is denied.
    case noPermission
    /// The path names a directory.
    case isDirectory
    /// The file is empty.
    case isEmpty
    /// The format is not recognized.
    case notMedia
    /// The media has no audio or video track that can be played.
    case noPlayableTrack
    /// A requested track does not exist, or is neither audio nor video.
    case noSuchTrack
    /// Stepping frame by frame was requested, and the media has no video.
    case noFrames
    /// Reading requires seeking back, which the source (a pipe) cannot do.
    case needsSeeking
    /// Seeking was requested, which the source (a pipe) cannot do.
    case notSeekable
    /// This build does not support the protocol, codec or feature.
    case unsupported
    /// The data is invalid.
    case damaged
    /// The file became shorter while it was read.
    case truncated
    /// The media refers to a file or URL that may not be opened.
    case forbiddenReference
    /// An `Interruption` happened.
    case interrupted
    /// A later request of the same kind replaced this one.
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
    _ operation: Operation, _ name: String, _ reason: Reason, code: Int32 = 0, detail: String? = nil
  ) {
    self.operation = operation
    self.name = name
    self.reason = reason
    self.code = code
    self.detail = detail
  }
}

extension MediaError: CustomStringConvertible {
  /// The message in one line, as in `a.mp4: cannot be opened: there is no such file`.
  public var description: String {
    let sentence = "\(name): \(failure)\(reasonText.map { ": \($0)" } ?? "")"
    return detail.map { "\(sentence) (\($0))" } ?? sentence
  }

  private var failure: String {
    switch operation {
    case .open: "cannot be opened"
    case .read: "cannot be read on"
    case .seek: "cannot be sought in"
    case .decode: "cannot be decoded"
    }
  }

  private var reasonText: String? {
    switch reason {
    case .notFound: "there is no such file"
    case .noPermission: "permission denied"
    case .isDirectory: "it is a directory"
    case .isEmpty: "it is empty"
    case .notMedia: "it is no media that is known"
    case .noPlayableTrack: "it has no audio or video track to play"
    case .noSuchTrack: "it has no such track to play"
    case .noFrames: "it has no video to step through"
    case .needsSeeking: "its index is not at its start, and a pipe cannot be read backwards"
    case .notSeekable: "its source cannot go back"
    case .unsupported: "this build has no support for it"
    case .damaged: "it is damaged"
    case .truncated: "it was cut short while it was read"
    case .forbiddenReference: "it refers to what it may not open"
    case .interrupted: "interrupted"
    case .cancelled: "a later one took its place"
    case .other: nil
    }
  }
}
