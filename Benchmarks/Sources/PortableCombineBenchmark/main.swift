// Without arguments, lists the rows as `index<TAB>unit<TAB>bound<TAB>name`. With an index and a
// count, runs that row.
let rows = subscribingRows + subjectRows + combiningRows + sequenceRows + operatorRows

if CommandLine.arguments.count == 3, let index = Int(CommandLine.arguments[1]),
  let count = Int(CommandLine.arguments[2]), rows.indices.contains(index)
{
  print(rows[index].run(count))
} else {
  for (index, row) in rows.enumerated() {
    print("\(index)\t\(row.unit)\t\(row.bound)\t\(row.name)")
  }
}
