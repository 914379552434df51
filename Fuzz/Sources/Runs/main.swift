import Glibc

// Usage: Runs FIRST STRIDE END
//
// Does every STRIDE-th random run of players and queues from FIRST to END, of each kind in turn. Prints each
// run that fails; then the status is 1.
let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard arguments.count == 3, arguments[1] > 0 else { exit(2) }

var status: CInt = 0
for index in stride(from: arguments[0], to: arguments[2], by: arguments[1]) {
  let number = PlaybackRun.number(at: index)
  guard PlaybackRun(number: number, isRecorded: false).findProblems() != nil else { continue }
  print("run \(number):\n\(PlaybackRun(number: number, isRecorded: true).findProblems() ?? "")")
  status = 1
}
exit(status)
