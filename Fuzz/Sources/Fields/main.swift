import Foundation

// Usage: Fields FIRST STRIDE [NAME]
//
// Reads every STRIDE-th file with an extreme number in its headers from FIRST on, in each way in turn;
// with NAME, only the runs whose names contain it. Prints each run that does not end as it should; then
// the status is 1.
let arguments = CommandLine.arguments.dropFirst().prefix(2).compactMap { Int($0) }
guard arguments.count == 2, arguments[1] > 0 else { exit(2) }
let name = CommandLine.arguments.dropFirst(3).first

let files = try FieldFile.all()
let cases = files.flatMap(\.cases)
let ways = Way.allCases
var runs = try FieldRuns(companions: Set(files.flatMap(\.companions)))
for number in stride(from: arguments[0], to: cases.count * ways.count, by: arguments[1]) {
  let run = FieldRun(
    file: cases[number / ways.count], way: ways[number % ways.count], number: number)
  if run.canBegin, name.map(run.name.contains) ?? true { try runs.add(run) }
}
try runs.end()
print("fields: \(runs.count) of \(cases.count * ways.count) runs, \(runs.problemCount) problems")
exit(runs.problemCount == 0 ? 0 : 1)
