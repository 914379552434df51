/// The latest values of publishers of several types; nil for those that have not sent a value.
@usableFromInline
struct LatestTuple<each Value>: LatestSlots {
  @usableFromInline let cells: (repeat LatestCell<each Value>)

  @inlinable
  init() {
    cells = (repeat LatestCell<each Value>())
  }

  /// The latest values.
  @usableFromInline
  struct Snapshot {
    @usableFromInline let values: (repeat (each Value)?)

    @inlinable
    init(values: (repeat (each Value)?)) { self.values = (repeat each values) }
  }

  @inlinable var snapshot: Snapshot? { Snapshot(values: (repeat (each cells).value)) }

  @inlinable
  mutating func removeAll() -> LatestTuple {
    let all = LatestTuple()
    repeat (each cells).move(to: each all.cells)
    return all
  }
}
