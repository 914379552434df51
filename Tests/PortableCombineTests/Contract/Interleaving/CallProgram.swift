@testable import PlayheadTesting

/// A few calls of several threads to an operator, its upstreams and its scheduler.
struct CallProgram: CustomStringConvertible {
  enum Call {
    case subscribe
    case subscribeOther
    case send(Int, to: Int)
    case complete(Int, isFailure: Bool)
    case request(Int)
    case cancel
    case advance(UInt64)
  }

  /// The calls of each thread. The last thread subscribes and requests.
  let threads: [[Call]]
  let initialDemand: Int
  /// The demand that the first, the second and so on value returns.
  let returns: [Int]
  /// The number of values after which the second subscriber cancels; nil for all.
  let otherCount: Int?
  /// A call inside the delivery of a value.
  let inside: (place: Int, call: Call)?
  /// A call inside the release of a value. It does not cancel: an operator that has decided to complete
  /// drops a value before it sends the completion, and there is no call on one thread in between.
  let release: (value: Int, call: Call)?

  /// Creates the program with a number.
  init(number: Int, for row: InterleavingRow) {
    let choices = ScheduleChoices(number: UInt64(number))
    func sender(_ index: Int) -> [Call] {
      if row.upstreams == 0 { return [.request(1)] }
      let upstream = choices.next(below: row.upstreams)
      switch choices.next(below: 8) {
      case 0: return [.complete(upstream, isFailure: false)]
      case 1 where row.allowsFailure: return [.complete(upstream, isFailure: true)]
      default: break
      }
      let first = Call.send(10 * index + 1, to: upstream)
      guard choices.next(below: 3) > 0 else { return [first] }
      return [first, .send(10 * index + 2, to: choices.next(below: row.upstreams))]
    }
    func requests() -> [Call] {
      (0..<1 + choices.next(below: 2)).map { _ in
        choices.next(below: 4) == 0 ? .advance(2) : .request(1 + choices.next(below: 2))
      }
    }
    let other: [Call] = [[], [.cancel], [.advance(3)]][choices.next(below: 3)]
    let others: [Call] = row.isShared ? [.subscribeOther] : []
    threads = [sender(0), sender(1), other, [.subscribe] + others + requests()]
    initialDemand = choices.next(below: 3)
    returns = (0..<3).map { _ in choices.next(below: 2) }
    let place = choices.next(below: 3)
    switch choices.next(below: 8) {
    case 0: inside = (place, .cancel)
    case 1, 2: inside = (place, .request(1))
    case 3 where row.upstreams > 0:
      inside = (place, .send(101, to: choices.next(below: row.upstreams)))
    default: inside = nil
    }
    let value = [1, 11][choices.next(below: 2)]
    switch choices.next(below: 8) {
    case 0, 1: release = (value, .request(1))
    case 2 where row.upstreams > 0:
      release = (value, .send(102, to: choices.next(below: row.upstreams)))
    default: release = nil
    }
    otherCount = row.isShared ? [nil, 1, 2][choices.next(below: 3)] : nil
  }

  var description: String {
    let inside = inside.map { ", inside \($0)" } ?? ""
    let release = release.map { ", at release \($0)" } ?? ""
    let other = otherCount.map { ", the second subscriber cancels after \($0)" } ?? ""
    return
      "threads \(threads), demand \(initialDemand), returned \(returns)\(inside)\(release)\(other)"
  }
}
