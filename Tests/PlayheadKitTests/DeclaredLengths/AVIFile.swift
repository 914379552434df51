import Foundation

/// An AVI file of raw pictures, 25 per second, and PCM sound, 8,000 samples per second.
struct AVIFile {
  /// The number of pictures, each with 40 ms of sound.
  var frameCount: Int
  /// The number of empty chunks after each picture. The header counts them as frames.
  var emptyChunksPerFrame = 0
  var hasIndex = true
  var isHeaderComplete = true

  private static var picture: Data { Data(count: 48) }
  private static var sound: Data { Data(repeating: 1, count: 640) }

  var bytes: Data {
    let headers = list("hdrl", mainHeader + videoHeader + audioHeader)
    return chunk("RIFF", Data("AVI ".utf8) + headers + movie + index)
  }

  private var chunksPerFrame: Int { emptyChunksPerFrame + 1 }

  private var mainHeader: Data {
    let flags = hasIndex ? 0x110 : 0x100
    return chunk("avih", numbers(40_000, 0, 0, flags, frameCount, 0, 2, 0, 4, 4, 0, 0, 0, 0))
  }

  private var videoHeader: Data {
    let length = isHeaderComplete ? frameCount * chunksPerFrame : 0x4000_0000
    let stream =
      Data("vids".utf8) + numbers(0, 0, 0, 0, 1, 25 * chunksPerFrame, 0, length, 48, -1, 0, 0, 0)
    // 24 bits per pixel, not compressed.
    let format = numbers(40, 4, 4, 24 << 16 | 1, 0, 48, 0, 0, 0, 0)
    return list("strl", chunk("strh", stream) + chunk("strf", format))
  }

  private var audioHeader: Data {
    let length = isHeaderComplete ? frameCount * 320 : 0x4000_0000
    let stream =
      Data("auds".utf8) + numbers(1, 0, 0, 0, 1, 8_000, 0, length, 640, -1, 2, 0, 0)
    // PCM of one channel, 16 bits per sample.
    let format = numbers(1 << 16 | 1, 8_000, 16_000, 16 << 16 | 2)
    return list("strl", chunk("strh", stream) + chunk("strf", format))
  }

  private var movie: Data {
    let empty = Data((0..<emptyChunksPerFrame).flatMap { _ in chunk("00db", Data()) })
    let group = chunk("00db", Self.picture) + empty + chunk("01wb", Self.sound)
    return list("movi", Data((0..<frameCount).flatMap { _ in group }))
  }

  private var index: Data {
    guard hasIndex else { return Data() }
    var entries = Data()
    var offset = 4
    func add(_ name: String, _ size: Int) {
      entries += Data(name.utf8) + numbers(0x10, offset, size)
      offset += 8 + size
    }
    for _ in 0..<frameCount {
      add("00db", Self.picture.count)
      for _ in 0..<emptyChunksPerFrame { add("00db", 0) }
      add("01wb", Self.sound.count)
    }
    return chunk("idx1", entries)
  }

  private func list(_ type: String, _ content: Data) -> Data {
    chunk("LIST", Data(type.utf8) + content)
  }

  private func chunk(_ name: String, _ content: Data) -> Data {
    Data(name.utf8) + numbers(content.count) + content
  }

  /// Returns 32-bit numbers in little-endian order.
  private func numbers(_ values: Int...) -> Data {
    Data(values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } })
  }
}
