import Glibc
import PlayheadListFiles

/// Finds the file of cues that belongs to media: it is in the same folder, and has the same name with another
/// extension, or with a language before that (`film.en.srt`, `film.pt-BR.srt`).
enum CueFolder {
  /// The extensions, the preferred ones first.
  private static let extensions = [
    "srt", "vtt", "ass", "ssa", "lrc", "idx", "sub", "sup", "scc", "smi", "stl", "jss", "mpl",
    "pjs",
    "rt", "aqt",
  ]

  /// Returns the path of the file without a language, or else of the first one by name, if there is one.
  static func file(beside media: [UInt8]) -> [UInt8]? {
    let slash = media.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { media[...$0] } ?? []
    let name = media[(slash.map { $0 + 1 } ?? media.startIndex)...]
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    guard !stem.isEmpty,
      let others = try? [[UInt8]](namesIn: folder.isEmpty ? Array(".".utf8) : Array(folder))
    else { return nil }
    let found = others.filter { $0 != Array(name) }.compactMap { other in
      rank(of: other, stem: stem).map { (rank: $0, name: other) }
    }
    let best = found.min {
      $0.rank != $1.rank ? $0.rank < $1.rank : MediaFolder.precedes($0.name, $1.name)
    }
    return best.map { folder + $0.name }
  }

  /// Returns how well the name of a file matches; less is better. Returns nil if it does not.
  private static func rank(of name: [UInt8], stem: ArraySlice<UInt8>) -> Int? {
    guard name.starts(with: stem) else { return nil }
    let parts = String(decoding: name.dropFirst(stem.count), as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].isEmpty,
      let place = extensions.firstIndex(of: parts[parts.count - 1].lowercased())
    else { return nil }
    if parts.count == 2 { return place }
    return isLanguage(parts[1]) ? extensions.count + place : nil
  }

  /// Whether a word is a language tag such as `en`, `deu` or `pt-BR`.
  private static func isLanguage(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (2...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
