import PortableCombine

extension ContractCheck {
  static let demand = [
    ContractCheck("The subscription is delivered first, and no value without demand.") { row in
      let recorder = Trial.Recorder(asking: .none)
      Trial(row).stream.subscribe(recorder)
      var violations = recorder.violations
      if recorder.subscription == nil { violations.append("No subscription was delivered.") }
      if !recorder.values.isEmpty {
        violations.append("\(recorder.values) were delivered without demand.")
      }
      return violations
    },
    ContractCheck("Unlimited demand delivers all values and the completion.") { row in
      let recorder = Trial.reference(row)
      var violations = recorder.violations
      if recorder.completion == nil, !row.exceptions.contains(.completesByItself) {
        violations.append("No completion was delivered.")
      }
      return violations
    },
    ContractCheck("A limited demand is met and not exceeded.") { row in
      let expected = Trial.reference(row).values.count
      return (1...4).flatMap { limit in
        let recorder = Trial.Recorder(asking: .max(limit))
        Trial(row).stream.subscribe(recorder)
        let wanted = min(limit, expected)
        if recorder.values.count != wanted, !row.exceptions.contains(.dependsOnDemand) {
          return recorder.violations + [
            "\(recorder.values.count) of \(limit) values were delivered."
          ]
        }
        return recorder.violations
      }
    },
    ContractCheck("Demand of one per returned demand delivers the same values.") { row in
      let recorder = Trial.Recorder(asking: .max(1)) { _, _ in .max(1) }
      Trial(row).stream.subscribe(recorder)
      return recorder.violations + difference(of: recorder, from: row)
    },
    ContractCheck("Demand of one per request inside a delivery delivers the same values.") { row in
      let recorder = Trial.Recorder(asking: .max(1)) { recorder, _ in
        recorder.request(.max(1))
        return .none
      }
      Trial(row).stream.subscribe(recorder)
      return recorder.violations + difference(of: recorder, from: row)
    },
    ContractCheck("Demand of one per request from outside delivers the same values.") { row in
      let recorder = Trial.Recorder(asking: .none)
      Trial(row).stream.subscribe(recorder)
      let count = Trial.reference(row).values.count
      // One more request than values, because an additional upstream value may end the stream.
      for _ in 0...count where recorder.completion == nil { recorder.request(.max(1)) }
      return recorder.violations + difference(of: recorder, from: row)
    },
  ]

  private static func difference(of recorder: Trial.Recorder, from row: ContractRow) -> [String] {
    if row.exceptions.contains(.dependsOnDemand) { return [] }
    let reference = Trial.reference(row)
    var violations: [String] = []
    // With several upstreams or threads, the order may differ.
    if recorder.values.sorted() != reference.values.sorted() {
      violations.append("\(recorder.values) were delivered instead of \(reference.values).")
    }
    if recorder.completion != reference.completion {
      violations.append("The completion differs.")
    }
    return violations
  }
}
