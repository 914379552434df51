import Glibc
import PlayheadCore
import PlayheadFormatting
import PlayheadListFiles
import PlayheadTimekeeping

/// Where a file was left.
///
/// It is saved as text, one value on each line in a fixed order, with the name of the file last, because that may
/// contain line feeds. Times are in nanoseconds, and `-` is a value that is not known.
struct SavedPosition {
  /// Positions and distances from the end below this one are not worth a resume.
  static let margin = MediaTime.seconds(1)

  private static let title = "playhead position 1"
  private static let lineFeed = UInt8(ascii: "\n")
  private static let lastKey = Array("file ".utf8)

  let file: ResumableFile
  let position: MediaTime
  /// The duration of the file, which may have been an estimate; nil if it was unknown.
  let duration: MediaTime?
  let saved: WallTime
}

extension SavedPosition {
  /// Whether it is the position in this version of the file.
  func isValid(for file: ResumableFile) -> Bool {
    self.file.name == file.name && self.file.version.isSame(as: file.version)
  }

  /// The bytes to save. The position is rounded up, so that a frame that starts there is not missed.
  var bytes: [UInt8] {
    let modified = file.version.modified.map { "\($0.tv_sec) \($0.tv_nsec)" }
    let lines = [
      SavedPosition.title, "position \(position.nanoseconds(rounding: .up))",
      "duration \(duration.map { String($0.nanoseconds(rounding: .up)) } ?? "-")",
      "size \(file.version.size.map { String($0) } ?? "-")", "modified \(modified ?? "-")",
      "saved \(saved.nanoseconds)",
    ]
    var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    bytes += SavedPosition.lastKey + file.name
    bytes.append(SavedPosition.lineFeed)
    return bytes
  }

  /// Parses the saved bytes. Returns nil if it is incomplete, or not of this version of the format.
  init?(_ bytes: [UInt8]) {
    let keys = ["position", "duration", "size", "modified", "saved"]
    let lines = bytes.split(
      separator: SavedPosition.lineFeed, maxSplits: keys.count + 1, omittingEmptySubsequences: false
    )
    guard lines.count == keys.count + 2, let last = lines.last,
      last.starts(with: SavedPosition.lastKey), last.last == SavedPosition.lineFeed,
      lines[0].elementsEqual(SavedPosition.title.utf8)
    else { return nil }
    var values: [[Int64]] = []
    for (key, line) in zip(keys, lines.dropFirst()) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count > 1, words[0] == key else { return nil }
      let numbers = words.dropFirst().compactMap { Int64($0) }
      guard numbers.count == words.count - 1 || (words.count == 2 && words[1] == "-") else {
        return nil
      }
      values.append(numbers)
    }
    guard let position = values[0].first, position >= 0, let saved = values[4].first,
      values[3].isEmpty || values[3].count == 2
    else { return nil }
    let modified =
      values[3].isEmpty ? nil : timespec(tv_sec: Int(values[3][0]), tv_nsec: Int(values[3][1]))
    self.init(
      file: ResumableFile(
        name: Array(last.dropFirst(SavedPosition.lastKey.count).dropLast()),
        version: FileVersion(size: values[2].first, modified: modified)),
      position: .nanoseconds(position), duration: values[1].first.map(MediaTime.nanoseconds),
      saved: WallTime(nanoseconds: saved))
  }
}

/// What becomes of the saved position of a file when the playhead is at some position.
enum SavedPositionChange: Equatable {
  case save(MediaTime)
  case remove
  case keep

  /// Decides whether to save a position, or to remove it because less than `margin` remains.
  ///
  /// A position as near to the start replaces only one that this session has saved or resumed at (`isOwn`): a file that
  /// is opened, and closed again at once, keeps its position.
  init(at position: MediaTime, of duration: MediaDuration?, isOwn: Bool) {
    let margin = SavedPosition.margin
    let rest = duration.flatMap { $0.isExact ? $0.time.subtracting(position) : nil }
    if let rest, rest < margin {
      self = .remove
    } else if position >= margin {
      self = .save(position)
    } else {
      self = isOwn ? .remove : .keep
    }
  }
}
