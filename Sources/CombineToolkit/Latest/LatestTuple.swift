/// The latest values of publishers of several types; nil for those that have not sent a value.
struct LatestTuple<each Value>: LatestSlots {
  let cells: (repeat LatestCell<each Value>)

  init() {
    cells = (repeat LatestCell<each Value>())
  }

  /// The latest values.
  struct Snapshot {
    let values: (repeat (each Value)?)
  }

  var snapshot: Snapshot? { Snapshot(values: (repeat (each cells).value)) }

  mutating func removeAll() -> LatestTuple {
    let all = LatestTuple()
    repeat (each cells).move(to: each all.cells)
    return all
  }
}
