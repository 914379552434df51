import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping

/// A packet of a subtitle track that ffprobe shows, as `scripts/make-facts cues` writes it.
struct CueFacts {
  let file: String
  let track: Int
  let start: MediaTime
  /// Nil if ffprobe shows none.
  let duration: MediaTime?
  let payload: [UInt8]

  static let all: [CueFacts] = {
    do {
      return try Repository.text(of: "Tests/Fixtures/ffprobe-cues.txt").split(separator: "\n")
        .compactMap(CueFacts.init)
    } catch {
      preconditionFailure("Tests/Fixtures/ffprobe-cues.txt: \(error)")
    }
  }()

  static let files = Dictionary(grouping: all, by: \.file).keys.sorted()

  static func path(_ file: String) -> String { Repository.path("Tests/Fixtures/cues/\(file)") }

  private init?(_ line: Substring) {
    let parts = line.split(separator: " ")
    let base = parts[2].split(separator: "/").compactMap { Int32($0) }
    guard parts.count == 6, let track = Int(parts[1]), base.count == 2, let ticks = Int64(parts[3])
    else { return nil }
    let timebase = Timebase(base[0], base[1])
    (file, self.track) = (String(parts[0]), track)
    start = MediaTime(ticks: ticks, timebase: timebase)
    duration = Int64(parts[4]).map { MediaTime(ticks: $0, timebase: timebase) }
    let digits = Array(parts[5])
    payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  /// The text of the payload: without what MP4 and SubStation Alpha put around it.
  var text: String {
    var bytes = payload[...]
    if file.hasSuffix(".mp4") {
      bytes = bytes.dropFirst(2).prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
    }
    var text = String(decoding: bytes, as: UTF8.self)
    if file.contains("ass") {
      text = String(text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)[8])
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
