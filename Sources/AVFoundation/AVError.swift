import Foundation
internal import PlayheadMedia

/// The domain of `AVError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why media could not be opened or played. The description is one line that names the media; the value of
/// `NSUnderlyingErrorKey` in `errorUserInfo` is the `MediaError`.
///
/// Source: Apple's documentation of `AVError`, with its numbers.
public struct AVError: CustomNSError, CustomStringConvertible, Sendable {
  /// The kind of an error.
  @nonexhaustive
  public enum Code: Int, Sendable {
    /// Another error: the media were not found, or may not be read.
    case unknown = -11800
    /// The system's services were started again. Never reported.
    case mediaServicesWereReset = -11819
    /// Media could not be decoded.
    case decodeFailed = -11821
    /// The media have no track that can be played.
    case invalidSourceMedia = -11822
    /// The format of the file is not known.
    case fileFormatNotRecognized = -11828
    /// The file is damaged.
    case fileFailedToParse = -11829
    /// There is no decoder.
    case decoderNotFound = -11833
    /// The user may not play the content. Never reported.
    case contentIsNotAuthorized = -11835
    /// A playlist refers to other media, which is not allowed.
    case referenceForbiddenByReferencePolicy = -11842
    /// The media could not be read.
    case failedToLoadMediaData = -11849
  }

  /// The domain.
  public static var errorDomain: String { AVFoundationErrorDomain }
  /// The kind.
  public let code: Code
  /// The error below, if there is one.
  let underlying: MediaError?

  /// Creates an error of a kind.
  public init(_ code: Code) { (self.code, underlying) = (code, nil) }

  init(_ error: MediaError) { (code, underlying) = (Code(error), error) }

  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// The description and the `MediaError`.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: underlying as Any]
  }
  /// What failed, of which media and why, in one line.
  public var description: String { underlying?.description ?? "AVError \(code.rawValue)" }
}

extension AVError.Code {
  fileprivate init(_ error: MediaError) {
    self =
      switch error.reason {
      case .isEmpty, .truncated: .fileFailedToParse
      case .damaged: error.operation == .decode ? .decodeFailed : .fileFailedToParse
      case .notMedia: .fileFormatNotRecognized
      case .noPlayableTrack, .noSuchTrack, .noFrames, .noSound: .invalidSourceMedia
      case .unsupported: .decoderNotFound
      case .forbiddenReference: .referenceForbiddenByReferencePolicy
      case .other where error.operation != .open: .failedToLoadMediaData
      default: .unknown
      }
  }
}
