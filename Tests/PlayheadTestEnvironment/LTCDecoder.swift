import Foundation

/// libltc's decoder of linear timecode, loaded when it is first used.
package final class LTCDecoder {
  /// A frame that was found.
  package struct Frame: Hashable {
    /// The timecode: `HH:MM:SS:FF`, or with a semicolon if it is drop-frame.
    package let text: String
    /// The user bits, of which the first group is in the lowest four bits.
    package let userBits: UInt32
    /// The samples of the frame, from the first to the last.
    package let samples: ClosedRange<Int>
  }

  private typealias Create = @convention(c) (Int32, Int32) -> OpaquePointer?
  private typealias Write =
    @convention(c) (
      OpaquePointer, UnsafePointer<Int16>, Int, Int64
    ) -> Void
  private typealias Read = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Int32
  private typealias Free = @convention(c) (OpaquePointer) -> Int32

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlopen("libltc.so.11", RTLD_NOW).flatMap { dlsym($0, name) }
      .map { unsafeBitCast($0, to: type) }
  }

  /// Whether libltc is installed.
  package static var isInstalled: Bool { function("ltc_decoder_create", Create.self) != nil }

  /// Returns the frames in the samples of a WAV file with one channel of 16 bits.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - length: About how many samples a frame has.
  package static func frames(inWAV bytes: Data, samplesPerFrame length: Int) -> [Frame] {
    guard let create = function("ltc_decoder_create", Create.self),
      let write = function("ltc_decoder_write_s16", Write.self),
      let read = function("ltc_decoder_read", Read.self),
      let free = function("ltc_decoder_free", Free.self),
      let decoder = create(Int32(length), 4_096)
    else { return [] }
    defer { _ = free(decoder) }
    let samples = bytes.dropFirst(44)
    var values = [Int16](repeating: 0, count: samples.count / 2)
    values.withUnsafeMutableBytes { _ = samples.copyBytes(to: $0) }
    write(decoder, values, values.count, 0)
    var frames: [Frame] = []
    // The greatest size of LTCFrameExt is less.
    var extent = [UInt8](repeating: 0, count: 1_024)
    while extent.withUnsafeMutableBytes({ read(decoder, $0.baseAddress!) }) == 1 {
      func number(_ unit: Int, _ ten: Int, _ mask: UInt8) -> String {
        "\(extent[ten] & mask)\(extent[unit] & 15)"
      }
      let separator = extent[1] & 4 == 0 ? ":" : ";"
      let text =
        "\(number(6, 7, 3)):\(number(4, 5, 7)):\(number(2, 3, 7))\(separator)\(number(0, 1, 3))"
      let start = extent.withUnsafeBytes { $0.load(fromByteOffset: 16, as: Int64.self) }
      let end = extent.withUnsafeBytes { $0.load(fromByteOffset: 24, as: Int64.self) }
      let userBits = extent[..<8].reversed().reduce(UInt32(0)) { $0 << 4 | UInt32($1 >> 4) }
      frames.append(
        Frame(text: text, userBits: userBits, samples: Int(start)...Int(max(start, end))))
    }
    return frames
  }
}
