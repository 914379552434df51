import FoundationEssentials

/// The location of media: a path, a URL that FFmpeg supports, or `-` for standard input.
///
/// `String` and `URL` conform. Another type of paths conforms with one property, such as `FilePath` of
/// the package swift-system:
///
/// ```swift
/// extension FilePath: @retroactive MediaLocation {
///   public var locationBytes: [UInt8] {
///     withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: length)) }
///   }
/// }
/// ```
public protocol MediaLocation {
  /// The bytes of the path, which need not be valid UTF-8, or of the URL.
  var locationBytes: [UInt8] { get }
}

extension String: MediaLocation {
  /// The UTF-8 of the path or URL.
  public var locationBytes: [UInt8] { Array(utf8) }
}

extension URL: MediaLocation {
  /// The path of a file URL, or else the absolute URL.
  public var locationBytes: [UInt8] { Array((isFileURL ? path : absoluteString).utf8) }
}
