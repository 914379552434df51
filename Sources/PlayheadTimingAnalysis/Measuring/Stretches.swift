import PlayheadTimekeeping

/// A value that is collected for an interval of a timeline.
protocol StretchValue: Hashable, Sendable {
  init()

  /// Returns the value of an interval and the next one together.
  static func + (one: Self, next: Self) -> Self
}

/// Values along a track's timeline, in up to 256 intervals of equal length. The length doubles when the
/// track does not fit.
struct Stretches<Value: StretchValue>: Hashable, Sendable {
  private static var capacity: Int { 256 }

  private let timebase: Timebase
  private let shortest: Int64
  private var doublings: Int64 = 0
  private var origin: Int64?
  private(set) var values: [Value] = []

  init(timebase: Timebase) {
    self.timebase = timebase
    shortest = max(Int64(0.01 / timebase.secondsPerTick), 1)
  }

  /// Creates the values of intervals of this length; nil if there are too many, or no track has them.
  init?(_ values: [Value], of length: MediaTime, from start: MediaTime?) {
    self.init(timebase: length.timebase)
    guard values.count <= Self.capacity, start.map({ $0.timebase == timebase }) ?? true,
      length.ticks > 0
    else { return nil }
    doublings = Int64((length.ticks / shortest).trailingZeroBitCount)
    guard doublings < 63, self.length == length else { return nil }
    origin = start?.ticks
    self.values = values
  }

  /// The start of the first interval as a time of the container; nil without values.
  var start: MediaTime? { origin.map { MediaTime(ticks: $0, timebase: timebase) } }
  var length: MediaTime { MediaTime(ticks: shortest << doublings, timebase: timebase) }

  /// Changes the value at a time of the container. The first time is the origin; times before it are ignored.
  mutating func add(at ticks: Int64, _ change: (inout Value) -> Void) {
    let origin = self.origin ?? ticks
    self.origin = origin
    let (distance, overflow) = ticks.subtractingReportingOverflow(origin)
    if overflow || distance < 0 { return }
    let units = distance / shortest
    var index = units &>> doublings
    while index >= Self.capacity {
      doubleLength()
      index = units &>> doublings
    }
    while values.count <= Int(index) { values.append(Value()) }
    change(&values[Int(index)])
  }

  /// Changes the value of each interval.
  mutating func changeAll(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }

  private mutating func doubleLength() {
    doublings += 1
    values = stride(from: 0, to: values.count, by: 2).map { index in
      index + 1 < values.count ? values[index] + values[index + 1] : values[index]
    }
  }
}
