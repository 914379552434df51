import Foundation

/// Times in arrays, as `AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)` takes them.
extension NSValue {
  /// Creates a value that contains a time.
  public convenience init(time: CMTime) { self.init(copying: time, as: "[3q]") }
  /// Creates a value that contains a range of time.
  public convenience init(timeRange: CMTimeRange) { self.init(copying: timeRange, as: "[6q]") }

  /// The time that it contains; invalid if it contains something else.
  public var timeValue: CMTime { contents(as: "[3q]", or: .invalid) }
  /// The range of time that it contains; invalid if it contains something else.
  public var timeRangeValue: CMTimeRange { contents(as: "[6q]", or: .invalid) }

  // Foundation does not encode structures on Linux: a time has the size of three Int64.
  private convenience init<Value: BitwiseCopyable>(copying value: Value, as type: String) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { copy.deallocate() }
    copy.initialize(to: value)
    self.init(bytes: copy, objCType: type)
  }

  private func contents<Value: BitwiseCopyable>(as type: String, or absent: Value) -> Value {
    guard String(cString: objCType) == type else { return absent }
    var value = absent
    getValue(&value)
    return value
  }
}
