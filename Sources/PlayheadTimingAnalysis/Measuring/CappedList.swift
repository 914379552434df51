/// The first 1,000 elements of a longer list, and the number of all.
public struct CappedList<Element: Sendable>: Sendable {
  /// The maximum number of stored elements.
  public static var capacity: Int { 1_000 }

  /// The first elements, in the order in which they were added.
  public private(set) var elements: [Element] = []
  /// The number of elements that were added, stored or not.
  public private(set) var total = 0

  /// Creates an empty list.
  public init() {}

  /// Creates a list from its stored elements and the number of all; nil if that is not possible.
  init?(_ elements: [Element], total: Int) {
    guard elements.count == min(total, CappedList.capacity) else { return nil }
    (self.elements, self.total) = (elements, total)
  }

  /// Creates a list of elements that are only counted.
  init(unlisted total: Int) { self.total = total }

  /// Whether no element was added.
  public var isEmpty: Bool { total == 0 }

  /// Counts an element, and stores it unless the list is full.
  ///
  /// - Parameter element: The element.
  public mutating func append(_ element: Element) {
    total += 1
    if elements.count < CappedList.capacity { elements.append(element) }
  }

  /// Returns the list without the stored elements that satisfy a condition.
  func removing(_ isRemoved: (Element) -> Bool) -> CappedList {
    var rest = self
    rest.elements.removeAll(where: isRemoved)
    rest.total -= elements.count - rest.elements.count
    return rest
  }
}

extension CappedList: Equatable where Element: Equatable {}
extension CappedList: Hashable where Element: Hashable {}

/// A place in a track and a length, in ticks of the track.
public struct TrackInterval: Hashable, Sendable {
  /// The start as a time of the container, in ticks of the track.
  public var ticks: Int64
  /// The length in ticks of the track, which may be negative; 0 if not applicable.
  public var length: Int64

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - ticks: The start as a time of the container.
  ///   - length: The length, which may be negative; 0 if not applicable.
  public init(ticks: Int64, length: Int64 = 0) {
    self.ticks = ticks
    self.length = length
  }
}

/// The ranges of 33-bit and 32-bit timestamp counters at 90 kHz, in seconds.
enum CounterRange {
  static let seconds33 = 8_589_934_592.0 / 90_000

  /// Returns whether a step of this many seconds is a wrap of such a counter.
  static func isWrap(_ step: Double) -> Bool {
    [seconds33, seconds33 / 2].contains { range in abs(step + range) < range / 1_000 }
  }
}
