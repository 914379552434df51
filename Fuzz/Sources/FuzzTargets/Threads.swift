@testable import PlayheadTesting

/// Uses an operator from several threads at once. The first byte chooses the operator, the others
/// are the number of the interleaving.
let threadsTarget = FuzzTarget(name: "threads") { bytes in
  guard let first = bytes.first else { return }
  let row = InterleavingRow.all[Int(first) % InterleavingRow.all.count]
  let number = bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 + Int($1) }
  let violations = row.violations(inInterleavings: number..<number + 1)
  check(violations.isEmpty, violations.joined(separator: "\n"))
}
