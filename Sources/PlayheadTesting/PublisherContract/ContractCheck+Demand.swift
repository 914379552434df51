import PortableCombine

extension ContractCheck {
  static let demand = [
    ContractCheck("The subscription comes first, and no value without demand.") { row in
      let recorder = Trial.Recorder(asking: .none)
      Trial(row).stream.subscribe(recorder)
      var violations = recorder.violations
      if recorder.subscription == nil { violations.append("No subscription came.") }
      if !recorder.values.isEmpty { violations.append("Unasked, \(recorder.values) came.") }
      return violations
    },
    ContractCheck("Everything comes when everything is asked for.") { row in
      let recorder = Trial.reference(row)
      var violations = recorder.violations
      if recorder.completion == nil, !row.exceptions.contains(.completesByItself) {
        violations.append("No completion came.")
      }
      return violations
    },
    ContractCheck("A limited demand is met, and not exceeded.") { row in
      let expected = Trial.reference(row).values.count
      return (1...4).flatMap { limit in
        let recorder = Trial.Recorder(asking: .max(limit))
        Trial(row).stream.subscribe(recorder)
        let wanted = min(limit, expected)
        if recorder.values.count != wanted, !row.exceptions.contains(.dependsOnDemand) {
          return recorder.violations + ["Of \(limit), \(recorder.values.count) came."]
        }
        return recorder.violations
      }
    },
    ContractCheck("Asked one by one, by what a value returns, the same values come.") { row in
      let recorder = Trial.Recorder(asking: .max(1)) { _, _ in .max(1) }
      Trial(row).stream.subscribe(recorder)
      return recorder.violations + difference(of: recorder, from: row)
    },
    ContractCheck("Asked one by one, from inside the delivery, the same values come.") { row in
      let recorder = Trial.Recorder(asking: .max(1)) { recorder, _ in
        recorder.request(.max(1))
        return .none
      }
      Trial(row).stream.subscribe(recorder)
      return recorder.violations + difference(of: recorder, from: row)
    },
    ContractCheck("Asked one by one, from outside, the same values come.") { row in
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
      violations.append("\(recorder.values) came instead of \(reference.values).")
    }
    if recorder.completion != reference.completion {
      violations.append("It ended differently.")
    }
    return violations
  }
}
