/// A coarse description of sound: for each moment, in which of 32 bands the energy rises against the next band.
///
/// The signs are those of Haitsma and Kalker ("A Highly Robust Audio Fingerprinting System", 2002). They survive
/// coding, noise, filters and another gain. A third value, 0, marks differences that are too small to mean anything:
/// those of silence and of steady tones.
package struct Fingerprint: Sendable {
  /// The number of samples per second of the sound that is described.
  package static let sampleRate = 8_000
  static let bandCount = 32
  /// The number of samples from one frame to the next.
  static let hop = 256
  /// The greatest number of frames: nine hours with each frame, then every second one is dropped.
  static let greatestCount = 1 << 20

  /// For each frame, the bands with a rise.
  private(set) var rises: [UInt32] = []
  /// For each frame, the bands with a fall.
  private(set) var falls: [UInt32] = []
  /// The number of hops from one frame to the next.
  private(set) var stride = 1
  /// The number of frames before the last one, including dropped ones.
  private var frameCount = 0
  private let capacity: Int

  init(capacity: Int = Fingerprint.greatestCount) { self.capacity = capacity }

  var count: Int { rises.count }

  /// The number of seconds from one frame to the next.
  var interval: Double { Double(stride * Fingerprint.hop) / Double(Fingerprint.sampleRate) }

  /// The length of the sound in seconds.
  var length: Double { Double(count) * interval }

  /// The number of signs of a frame.
  func validCount(ofFrame frame: Int) -> Int { (rises[frame] | falls[frame]).nonzeroBitCount }

  mutating func append(rises: UInt32, falls: UInt32) {
    defer { frameCount += 1 }
    guard frameCount % stride == 0 else { return }
    self.rises.append(rises)
    self.falls.append(falls)
    if count > capacity { thin() }
  }

  /// Drops every second frame.
  private mutating func thin() {
    rises = Swift.stride(from: 0, to: count, by: 2).map { rises[$0] }
    falls = Swift.stride(from: 0, to: falls.count, by: 2).map { falls[$0] }
    stride *= 2
  }

  /// Returns the fingerprint with a greater distance of the frames, a power of two.
  func thinned(to stride: Int) -> Fingerprint {
    var result = self
    while result.stride < stride { result.thin() }
    return result
  }
}
