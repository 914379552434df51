import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// A playlist of HLS as FFmpeg reads it for a report: with a declared end.
///
/// FFmpeg would wait for more segments at the end of each list, for each packet of the lists that go on.
enum EndedPlaylist {
  private static let end = "#EXT-X-ENDLIST"
  private static let pieceLength: Int32 = 64 << 10

  /// Replaces an open file by its text with a declared end. Does nothing unless the file is a list of segments
  /// that declares none.
  ///
  /// A file to which a server has redirected stays as it is, because FFmpeg asks it for its location.
  ///
  /// - Parameters:
  ///   - context: The file at its start.
  ///   - location: The URL that was opened.
  /// - Returns: Whether the file was replaced.
  static func replace(
    _ context: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    openedFrom location: [UInt8]
  ) -> Bool {
    guard let input = context.pointee, !isRedirected(input, from: location),
      let text = text(of: input)
    else { return false }
    let url = "data:text/plain;base64," + Base64.text(of: text + Array("\n\(end)\n".utf8))
    var ended: UnsafeMutablePointer<AVIOContext>?
    guard avio_open2(&ended, url, AVIO_FLAG_READ, nil, nil) >= 0 else { return false }
    avio_closep(context)
    context.pointee = ended
    return true
  }

  /// Returns the text of a list without an end, and returns the file to its start otherwise.
  private static func text(of input: UnsafeMutablePointer<AVIOContext>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Int(pieceLength))
    while bytes.count < PartReader.greatestManifestLength {
      let length = avio_read_partial(input, &piece, pieceLength)
      if length <= 0 { break }
      bytes += piece.prefix(Int(length))
      // Segments are opened here, too.
      if !bytes.starts(with: "#EXTM3U".utf8) { break }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let isOpen =
      bytes.starts(with: "#EXTM3U".utf8) && bytes.count < PartReader.greatestManifestLength
      && text.contains("#EXTINF:") && !text.contains(end)
    if !isOpen { avio_seek(input, 0, SEEK_SET) }
    return isOpen ? bytes : nil
  }

  private static func isRedirected(
    _ input: UnsafeMutablePointer<AVIOContext>, from url: [UInt8]
  ) -> Bool {
    var location: UnsafeMutablePointer<UInt8>?
    defer { av_free(location) }
    guard av_opt_get(input, "location", AV_OPT_SEARCH_CHILDREN, &location) >= 0, let location
    else { return false }
    return String(cString: location) != String(decoding: url, as: UTF8.self)
  }
}
