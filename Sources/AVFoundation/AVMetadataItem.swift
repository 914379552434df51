import Foundation
internal import PlayheadMedia

/// What a descriptive tag means.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The title.
  public static let commonKeyTitle = Self(rawValue: "title")
  /// The artist.
  public static let commonKeyArtist = Self(rawValue: "artist")
  /// The album.
  public static let commonKeyAlbumName = Self(rawValue: "albumName")
  /// The composer.
  public static let commonKeyCreator = Self(rawValue: "creator")
  /// The genre.
  public static let commonKeyType = Self(rawValue: "type")
  /// The comment.
  public static let commonKeyDescription = Self(rawValue: "description")
  /// The date.
  public static let commonKeyCreationDate = Self(rawValue: "creationDate")
  /// A picture.
  public static let commonKeyArtwork = Self(rawValue: "artwork")
}

/// What a descriptive tag means, with its origin.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ key: AVMetadataKey) { rawValue = "common/" + key.rawValue }
  /// The title.
  public static let commonIdentifierTitle = Self(.commonKeyTitle)
  /// The artist.
  public static let commonIdentifierArtist = Self(.commonKeyArtist)
  /// The album.
  public static let commonIdentifierAlbumName = Self(.commonKeyAlbumName)
  /// A picture.
  public static let commonIdentifierArtwork = Self(.commonKeyArtwork)
}

/// The origin of a key.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The keys that all formats have.
  public static let common = Self(rawValue: "comn")
}

/// A descriptive tag or a picture of media.
// Sendable is unchecked: the properties are constant.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  private let name: String
  private let meaning: AVMetadataKey?
  private let text: String?
  private let bytes: Data?

  init(_ name: String, _ meaning: AVMetadataKey?, _ text: String?, _ bytes: Data? = nil) {
    (self.name, self.meaning, self.text, self.bytes) = (name, meaning, text, bytes)
  }

  /// The name of the tag in the container: a `String`.
  open var key: Any? { name }
  /// What the tag means; nil if it has no common name.
  open var commonKey: AVMetadataKey? { meaning }
  /// The text; nil for a picture.
  open var stringValue: String? { text }
  /// The bytes of a picture; nil for a text.
  open var dataValue: Data? { bytes }
  /// The text as a `String`, or the bytes as `Data`.
  open var value: Any? { stringValue ?? dataValue as Any? }
  /// The number in the text.
  open var numberValue: NSNumber? {
    stringValue.flatMap { Double($0) }.map { NSNumber(value: $0) }
  }
  /// The identifier of the common key.
  open var identifier: AVMetadataIdentifier? {
    commonKey.map { AVMetadataIdentifier(rawValue: "common/" + $0.rawValue) }
  }
  /// The origin of the common key.
  open var keySpace: AVMetadataKeySpace? { commonKey.map { _ in .common } }

  /// Returns the items with a common key.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    let name = (key as? AVMetadataKey)?.rawValue ?? key as? String
    return metadataItems.filter { name == nil || $0.commonKey?.rawValue == name }
  }
  /// Returns the items with an identifier.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == String? {
  /// The text; nil for a picture.
  public static var stringValue: Self { Self { $0.stringValue } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == Data? {
  /// The bytes of a picture; nil for a text.
  public static var dataValue: Self { Self { $0.dataValue } }
}

extension MediaInfo {
  var metadataItems: [AVMetadataItem] {
    let keys: [String: AVMetadataKey] = [
      "title": .commonKeyTitle, "artist": .commonKeyArtist, "album": .commonKeyAlbumName,
      "composer": .commonKeyCreator, "genre": .commonKeyType, "comment": .commonKeyDescription,
      "description": .commonKeyDescription, "date": .commonKeyCreationDate,
      "creation_time": .commonKeyCreationDate,
    ]
    return metadata.tags.map { AVMetadataItem($0.key, keys[$0.key.lowercased()], $0.value) }
      + artworks.map { AVMetadataItem("artwork", .commonKeyArtwork, nil, Data($0.bytes)) }
  }
}
