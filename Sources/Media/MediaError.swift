/// Why a medium could not be opened, read or sought in.
public struct MediaError: Error, Hashable, Sendable {
  /// What was being done.
  public enum Operation: String, Hashable, Sendable {
    case open
    case read
    case seek
    case decode
  }

  public enum Reason: Hashable, Sendable {
    case notFound
    case noPermission
    case isDirectory
    case isEmpty
    /// No format that is known.
    case notMedia
    /// Media, but without an audio or video track that could be played.
    case noPlayableTrack
    /// A track was asked for that it does not have, or that is neither audio nor video.
    case noSuchTrack
    /// It was to be stepped through frame by frame, and has no video.
    case noFrames
    /// It can be read only by going back, and its source (a pipe) cannot.
    case needsSeeking
    /// It was to be sought in, and its source (a pipe) cannot go back.
    case notSeekable
    /// A protocol, codec or feature that this build does not have.
    case unsupported
    case damaged
    /// It became shorter while it was read.
    case truncated
    /// It refers to something else that it may not have opened.
    case forbiddenReference
    case interrupted
    /// A later wish of the same kind took its place.
    case cancelled
    /// Anything else; `code` and `detail` tell it.
    case other
  }

  public var operation: Operation
  /// The path or URL.
  public var name: String
  public var reason: Reason
  /// The back end's own number of the error; 0 where it has none.
  public var code: Int32
  /// The back end's own words, and the last line of its log where it wrote one.
  public var detail: String?

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
  /// One line: which file, what, why; as in `a.mp4: cannot be opened: there is no such file`.
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
