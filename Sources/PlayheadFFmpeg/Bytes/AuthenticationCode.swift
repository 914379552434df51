import CPlayheadFFmpeg

/// The code that authenticates a message: HMAC-SHA256 (RFC 2104), computed by libavutil.
package enum AuthenticationCode {
  /// The number of bytes of a code.
  package static let size = 32

  /// Returns the code of a message; nil if there is no memory.
  package static func make(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let context = av_hmac_alloc(AV_HMAC_SHA256) else { return nil }
    defer { av_hmac_free(context) }
    var code = [UInt8](repeating: 0, count: size)
    let count = av_hmac_calc(
      context, message, UInt32(clamping: message.count), key, UInt32(clamping: key.count), &code,
      UInt32(clamping: size))
    return count == size ? code : nil
  }
}
