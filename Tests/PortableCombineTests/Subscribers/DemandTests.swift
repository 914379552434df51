import PortableCombine
import Testing

@Suite struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test func addsUp() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == .max(5))
    #expect(Demand.max(2) + -1 == .max(1))
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.unlimited + 5 == .unlimited)
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
  }

  @Test func takesAway() {
    #expect(Demand.max(5) - .max(3) == .max(2))
    #expect(Demand.max(5) - 3 == .max(2))
    #expect(Demand.unlimited - .max(3) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.max(3) - .unlimited == .none)
  }

  @Test func aNegativeResultIsNone() {
    #expect(Demand.max(2) - 5 == .none)
    #expect(Demand.max(2) - .max(5) == .none)
    #expect(Demand.none - Int.max == .none)
    #expect(Demand.max(2) + -5 == .none)
    #expect(Demand.none + Int.min == .none)
    #expect(Demand.max(2) * -1 == .none)
    #expect(Demand.max(.max) * -2 == .none)
    var demand = Demand.max(1)
    demand -= 2
    #expect(demand == .none)
  }

  @Test func aDifferenceThatExceedsTheNumbersIsNone() {
    #expect(Demand.max(.max) - -1 == .none)
    #expect(Demand.max(1) - Int.min == .none)
    #expect(Demand.max(1) - -1 == .max(2))
    #expect(Demand.unlimited - -1 == .unlimited)
  }

  @Test(arguments: [Demand.none, .max(1), .max(.max), .unlimited])
  func addingOrTakingAwayNothingChangesNothing(_ demand: Demand) {
    #expect(demand + .none == demand)
    #expect(demand - .none == demand)
    #expect(.none + demand == demand)
  }

  @Test func multiplies() {
    #expect(Demand.max(2) * 3 == .max(6))
    #expect(Demand.unlimited * 3 == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
  }

  @Test func compares() {
    #expect(Demand.none < .max(1))
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.max(2) == 2)
    #expect(2 == Demand.max(2))
    #expect(Demand.unlimited != 2)
    #expect(Demand.unlimited > Int.max)
    #expect(Demand.max(2) <= 2 && Demand.max(2) >= 2)
    #expect(1 < Demand.max(2) && 3 > Demand.max(2))
    #expect(Demand.unlimited.max == nil && Demand.max(3).max == 3)
  }

  @Test func readsAsCombineDoes() {
    #expect("\(Demand.unlimited)" == "unlimited")
    #expect("\(Demand.max(3))" == "max(3)")
  }
}
