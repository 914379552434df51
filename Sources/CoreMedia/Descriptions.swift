import Foundation

/// An allocator of Core Foundation. There is none.
public final class CFAllocator: Sendable { private init() {} }
/// No allocator.
public let kCFAllocatorDefault: CFAllocator? = nil

/// Returns a time as text, as in `{1/2 = 0.500}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> String? {
  guard time.isNumeric else {
    return time.isIndefinite
      ? "{INDEFINITE}"
      : time.isPositiveInfinity
        ? "{+INFINITY}" : time.isNegativeInfinity ? "{-INFINITY}" : "{INVALID}"
  }
  let seconds = String(format: "%.3f", time.seconds)
  let epoch = time.epoch == 0 ? "" : ", epoch = \(time.epoch)"
  let rounded = time.hasBeenRounded ? ", rounded" : ""
  return "{\(time.value)/\(time.timescale) = \(seconds)\(epoch)\(rounded)}"
}

/// Returns a range as text, as in `{{0/1 = 0.000}, {1/2 = 0.500}}`.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> String? {
  let parts = [range.start, range.duration].compactMap {
    CMTimeCopyDescription(allocator: allocator, time: $0)
  }
  return "{\(parts.joined(separator: ", "))}"
}

/// Writes a time to standard error.
public func CMTimeShow(_ time: CMTime) {
  CMTimeCopyDescription(allocator: nil, time: time).map(writeLine)
}

/// Writes a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  CMTimeRangeCopyDescription(allocator: nil, range: range).map(writeLine)
}

private func writeLine(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
}
