import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// A list of HLS as FFmpeg reads it in place of the one that it has opened.
enum EditedPlaylist {
  enum Outcome {
    /// The file is no list of segments, or stays as it is.
    case unchanged
    case edited
    /// A server has redirected to the list. It stays as it is, because FFmpeg asks it for its location.
    case refused
  }

  private static let end = "#EXT-X-ENDLIST"
  private static let pieceLength: Int32 = 64 << 10

  /// Returns a list with a declared end; nil if it has one.
  static func ended(_ text: String) -> String? {
    // FFmpeg would wait for more segments at the end of each list, for each packet of the lists that go on.
    text.contains(end) ? nil : text + "\n\(end)\n"
  }

  /// Returns the lengths for which an open list declares no media at its start and end, and goes back to its start; nil
  /// for another file.
  static func outerGaps(
    of input: UnsafeMutablePointer<AVIOContext>, isLocal: Bool
  ) -> (before: MediaTime, after: MediaTime)? {
    // Of a list at a server, as much is read as one buffer has, so that it does not have to be opened again.
    let text = text(of: input, isWhole: isLocal)
    avio_seek(input, 0, SEEK_SET)
    return text.map(outerGaps)
  }

  /// Returns the lengths for which a list declares no media at its start and end, if it is whole.
  static func outerGaps(of text: String) -> (before: MediaTime, after: MediaTime) {
    guard text.contains("#EXT-X-GAP"), text.contains(end),
      case .segments(let list)? = HLSManifest(text, at: "", list: SegmentList(name: ""))
    else { return (.zero, .zero) }
    return list.outerGaps
  }

  /// Replaces an open list of segments by another text, unless `edit` returns nil.
  static func replace(
    _ context: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    openedFrom location: [UInt8], by edit: (String) -> String?
  ) -> Outcome {
    // The context is at the start of the file, which was opened from the location.
    guard let input = context.pointee else { return .unchanged }
    let text = text(of: input)
    let edited = text.flatMap(edit)
    let isRefused = edited != nil && isRedirected(input, from: location)
    guard let edited, !isRefused else {
      avio_seek(input, 0, SEEK_SET)
      return isRefused ? .refused : .unchanged
    }
    let url = "data:text/plain;base64," + Base64.text(of: Array(edited.utf8))
    var replacement: UnsafeMutablePointer<AVIOContext>?
    guard avio_open2(&replacement, url, AVIO_FLAG_READ, nil, nil) >= 0 else {
      avio_seek(input, 0, SEEK_SET)
      return .refused
    }
    avio_closep(context)
    context.pointee = replacement
    return .edited
  }

  /// Returns the text of a list of segments; nil for another file, and for one that is too long.
  private static func text(
    of input: UnsafeMutablePointer<AVIOContext>, isWhole: Bool = true
  ) -> String? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Int(pieceLength))
    while bytes.count < PartReader.greatestManifestLength {
      let length = avio_read_partial(input, &piece, pieceLength)
      if length <= 0 { break }
      bytes += piece.prefix(Int(length))
      // Segments are opened here, too.
      if !bytes.starts(with: "#EXTM3U".utf8) { return nil }
      if !isWhole { break }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let isList = bytes.count < PartReader.greatestManifestLength && text.contains("#EXTINF:")
    return isList ? text : nil
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
