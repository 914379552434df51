import PlayheadKit

extension Playlist.Entry {
  /// Returns the URL or path of the entry. A path gets the prefix `./` if it could be read as a URL
  /// or as an option.
  ///
  /// - Parameter folder: The folder of the playlist: empty, or ending with a slash.
  func place(in folder: some Collection<UInt8>) -> (bytes: [UInt8], isURL: Bool) {
    if String(decoding: location.prefix(7), as: UTF8.self).lowercased() == "file://" {
      return (PercentEscapes.path(ofFileURL: location.dropFirst(7)), false)
    }
    if Playlist.Entry.isURL(location) { return (location, true) }
    let path = location.first == UInt8(ascii: "/") ? location : folder + location
    let isPlain = path.first == UInt8(ascii: "/") || path.starts(with: "./".utf8)
    let isAmbiguous = path.contains(UInt8(ascii: ":")) || path.first == UInt8(ascii: "-")
    return (isAmbiguous && !isPlain ? Array("./".utf8) + path : path, false)
  }

  /// Returns whether a location begins with a URL scheme, such as `https://`.
  private static func isURL(_ location: [UInt8]) -> Bool {
    let scheme = location.prefix { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic && scalar.isASCII || "0"..."9" ~= scalar
        || "+-.".unicodeScalars.contains(scalar)
    }
    return !scheme.isEmpty && location.dropFirst(scheme.count).starts(with: "://".utf8)
  }
}
