import Foundation

/// The version of libavformat that the tests run with. Some expected values depend on it.
package enum LibavformatVersion {
  /// 59 for FFmpeg 5.1, 60 for 6.1, 61 for 7.1; 0 if the library is not loaded.
  package static let major: UInt32 = {
    guard let symbol = dlsym(nil, "avformat_version") else { return 0 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt32).self)() >> 16
  }()
}
