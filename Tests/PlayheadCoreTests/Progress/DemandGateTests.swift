import PortableCombine
import PlayheadTestEnvironment
import Testing

@testable import PlayheadCore

@Suite struct DemandGateTests {
  /// The gate without the reading at which demand arrived.
  private func name(_ gate: DemandGate) -> String {
    switch gate {
    case .closed: "closed"
    case .opening(let demand, _): "opening \(demand)"
    case .reopened(let demand): "reopened \(demand)"
    case .open(let demand): "open \(demand)"
    case .spent: "spent"
    }
  }

  private let gates: [DemandGate] = [
    .closed, .opening(.max(1), start: nil), .opening(.max(2), start: nil), .reopened(.max(1)),
    .reopened(.unlimited), .open(.max(1)), .open(.max(2)), .spent,
  ]

  /// The names of the states after a change of each.
  private func names(_ change: (inout DemandGate) -> Void) -> [String] {
    gates.map { gate in
      var gate = gate
      change(&gate)
      return name(gate)
    }
  }

  @Test func demandIsAddedInEachState() {
    #expect(
      names { $0.add(.max(3)) } == [
        "opening max(3)", "opening max(4)", "opening max(5)", "reopened max(4)",
        "reopened unlimited", "open max(4)", "open max(5)", "reopened max(3)",
      ])
    #expect(names { $0.add(.none) } == gates.map(name))
  }

  @Test func aValueUsesDemandInEachState() {
    #expect(
      names { $0.use() } == [
        "closed", "closed", "opening max(1)", "spent", "reopened unlimited", "spent", "open max(1)",
        "spent",
      ])
  }

  @Test func theGateClosesOnlyAfterTheLastValue() {
    #expect(names { $0.close() } == gates.map(name).dropLast() + ["closed"])
  }

  @Test func demandReturnedInTimeSkipsNothing() {
    var gate = DemandGate.spent
    gate.refill(.max(1))
    #expect(name(gate) == "open max(1)")
    gate = .spent
    gate.refill(.none)
    #expect(name(gate) == "spent")
    gate = .closed
    gate.refill(.max(1))
    #expect(name(gate) == "opening max(1)")
  }

  @Test func theFirstReadingAtWhichDemandArrivedIsKeptUntilItsChangeIsKnown() {
    var gate = DemandGate.closed
    gate.keep(DemandGate.Start(reading: ProgressReadings.reading(1, sequence: 1)))
    #expect(gate.start(at: 1) == nil)
    gate.add(.max(1))
    gate.keep(DemandGate.Start(reading: ProgressReadings.reading(5, sequence: 2)))
    gate.keep(DemandGate.Start(reading: ProgressReadings.reading(9, sequence: 3)))
    #expect(gate.start(at: 1) == nil && gate.start(at: 3) == nil)
    #expect(gate.start(at: 2)?.reading.position == .milliseconds(5))
    gate.admitBoundaries()
    #expect(name(gate) == "reopened max(1)" && gate.start(at: 2) == nil)
  }

  /// A gate with separate flags.
  private struct Model {
    var demand = Subscribers.Demand.none
    var skipsBoundaries = true
    var skipsUpdates = true
  }

  @Test func randomOperationsAgreeWithSeparateFlags() {
    for seed in 0..<TestEffort.rounds(500) {
      var numbers = RandomNumbers(seed: seed)
      var gate = DemandGate.closed
      var model = Model()
      for step in 0..<100 {
        switch numbers.below(6) {
        case 0, 1:
          let demand: Subscribers.Demand = numbers.below(20) == 0 ? .unlimited : .max(1)
          gate.add(demand)
          model.demand += demand
        case 2 where model.demand > .none:
          gate.use()
          model.demand -= 1
          if model.demand == .none { model.skipsUpdates = true }
        case 3 where model.demand > .none:
          gate.admitBoundaries()
          model.skipsBoundaries = false
        case 4 where model.demand > .none && !model.skipsBoundaries:
          #expect(gate.admitUpdates() == model.skipsUpdates, "seed \(seed), step \(step)")
          model.skipsUpdates = false
        case 5 where model.demand == .none:
          gate.close()
          model = Model()
        default: break
        }
        #expect(gate.demand == model.demand, "seed \(seed), step \(step)")
        #expect(gate.skipsBoundaries == model.skipsBoundaries, "seed \(seed), step \(step)")
      }
    }
  }
}
