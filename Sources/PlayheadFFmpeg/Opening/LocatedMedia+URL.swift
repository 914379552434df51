import FoundationEssentials
import PlayheadMedia

extension LocatedMedia {
  /// The absolute URL of the media: of a path, its file URL. Nil for standard input, and for a path that is not
  /// valid UTF-8.
  public var url: URL? {
    switch location {
    case .url: URL(string: name)
    case .path(let path):
      String(validating: path, as: UTF8.self).map { URL(filePath: $0).absoluteURL }
    case .descriptor: nil
    }
  }
}
