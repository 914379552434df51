import Foundation

/// The numbers in playlists of HLS and manifests of DASH.
enum ManifestFields {
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// - Parameter companions: The files that it names, in the same folder.
  static func file(_ path: String, companions: [String]) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    // The numbers of namespaces are part of names.
    let start = bytes.range(of: Data("type=".utf8))?.lowerBound ?? 0
    var fields: [HeaderField] = []
    var place = start
    while place < bytes.count {
      guard digits.contains(bytes[place]) else {
        place += 1
        continue
      }
      var end = place
      while end < bytes.count, digits.contains(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
        end += 1
      }
      let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
      fields.append(HeaderField("line \(line), \(place)", text: place..<end))
      place = end
    }
    let folder = (path as NSString).deletingLastPathComponent
    return FieldFile(name, bytes, fields, companions: companions.map { "\(folder)/\($0)" })
  }
}
