import Foundation

/// An AVI file of 8-bit PCM, 8,000 samples per second, in chunks of 40 ms, with or without an
/// index.
struct AVIFile {
  var chunkCount = 50
  /// The length that the stream header declares, in samples. Nil declares the actual length.
  var declaredLength: UInt64?
  var hasIndex = true

  var bytes: Data {
    let length = declaredLength ?? UInt64(chunkCount) * 320
    let main = numbers(40_000, 8_000, 0, hasIndex ? 0x10 : 0, UInt64(chunkCount), 0, 1, 320, 0, 0)
    let header =
      Data("auds".utf8) + numbers(0, 0, 0, 0, 1, 8_000, 0, length, 320, 0, 1, 0, 0)
    let format =
      Data(littleEndian: 1, 2) + Data(littleEndian: 1, 2) + numbers(8_000, 8_000)
      + Data(littleEndian: 1, 2) + Data(littleEndian: 8, 2)
    let stream = list("strl", Self.chunk("strh", header) + Self.chunk("strf", format))
    let headers = list("hdrl", Self.chunk("avih", main + numbers(0, 0, 0, 0)) + stream)
    let media = Data(
      (0..<chunkCount).flatMap { _ in
        Self.chunk("00wb", Data(repeating: 0x80, count: 320))
      })
    var content = Data("AVI ".utf8) + headers + list("movi", media)
    if hasIndex {
      let entries = (0..<chunkCount).map { index in
        Data("00wb".utf8) + numbers(0x10, UInt64(4 + index * 328), 320)
      }
      content += Self.chunk("idx1", Data(entries.joined()))
    }
    return Self.chunk("RIFF", content)
  }

  private func list(_ kind: String, _ content: Data) -> Data {
    Self.chunk("LIST", Data(kind.utf8) + content)
  }

  private static func chunk(_ kind: String, _ content: Data) -> Data {
    Data(kind.utf8) + Data(littleEndian: UInt64(content.count), 4) + content
  }

  private func numbers(_ values: UInt64...) -> Data {
    Data(values.flatMap { Data(littleEndian: $0, 4) })
  }
}
