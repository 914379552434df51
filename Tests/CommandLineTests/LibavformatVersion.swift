import Foundation

/// The version of FFmpeg's library that the tests run with: some facts depend on it.
enum LibavformatVersion {
  /// 59 of FFmpeg 5.1, 60 of 6.1, 61 of 7.1; 0 if the library is not there.
  static let major: UInt32 = {
    guard let symbol = dlsym(nil, "avformat_version") else { return 0 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt32).self)() >> 16
  }()
}
