import Glibc
import PlayheadMedia

extension LocatedMedia {
  /// Whether the name is that of a DASH manifest.
  var namesManifest: Bool {
    switch location {
    case .descriptor: return false
    case .url(let url):
      let isHTTP = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
      return isHTTP && url.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".mpd")
    case .path(let path):
      return String(decoding: path.suffix(4), as: UTF8.self).lowercased() == ".mpd"
    }
  }

  /// Whether the media is a URL or a regular file. Opening anything else may block.
  var isRegular: Bool {
    guard case .path(let path) = location else { return true }
    var status = stat()
    return stat(path.cString, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a report reads the media as a manifest: by its name, or by its bytes if that has no extension, or `.xml`.
  func isManifest(interruption: Interruption) throws(MediaError) -> Bool {
    if namesManifest { return true }
    guard case .path(let path) = location else { return false }
    let file = String(decoding: path.suffix(while: { $0 != UInt8(ascii: "/") }), as: UTF8.self)
    guard !file.contains(".") || file.lowercased().hasSuffix(".xml") else { return false }
    let read = { () throws(MediaError) in beginsAsManifest(path) }
    guard mayHang else { return try read() }
    return try AbandonableMedia(name, interruption: interruption, opening: read).source == true
  }

  /// Whether a regular file begins as a manifest.
  private func beginsAsManifest(_ path: [UInt8]) -> Bool {
    // No other file is opened, because the writer of a FIFO would notice that it is closed again.
    guard isRegular, let descriptor = try? FileDescriptor.open(path: path) else { return false }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, length in
      length = max(pread(descriptor.number, buffer.baseAddress, 4_096, 0), 0)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<" && text.contains("<MPD")
  }

  /// Opens a manifest for a report.
  func openManifest(interruption: Interruption) throws(MediaError) -> any MediaSource {
    let open = { () throws(MediaError) in
      try ManifestSource.open(self, interruption: interruption)
    }
    guard mayHang else { return try open() }
    return try AbandonableSource(
      AbandonableMedia(name, interruption: interruption, opening: open))
  }
}

extension [UInt8] {
  /// The longest end of the bytes of which all satisfy a condition.
  fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
