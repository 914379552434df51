import Glibc

// Usage: Interleavings FIRST STRIDE END
//
// Uses an operator from several threads in every STRIDE-th numbered interleaving from FIRST to END; the
// operators take turns. Prints each problem; then the status is 1.
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 3, numbers[1] > 0 else { exit(2) }

var status: CInt = 0
for index in stride(from: numbers[0], to: numbers[2], by: numbers[1]) {
  let (row, number) = (
    InterleavingRow.all[index % InterleavingRow.all.count], index / InterleavingRow.all.count
  )
  let range = number..<number + 1
  let violations =
    row.violations(inInterleavings: range)
    + row.violations(inInterleavings: range) { ChosenThreads(number: $0) }
  let disorder = row.disorder(inPrograms: range) { ChosenThreads(number: $0) }
  for problem in violations + (disorder.map { [$0] } ?? []) {
    print(problem)
    status = 1
  }
}
exit(status)
