import Glibc

// Usage: Runs playback|sound|shared FIRST STRIDE END
//
// Does every STRIDE-th random run from FIRST to END, and prints each run that fails; then the status
// is 1.
let kinds = [
  "playback": findPlaybackProblem, "sound": findSoundProblem, "shared": findSharedProblem,
]
let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
guard let name = CommandLine.arguments.dropFirst().first, let findProblem = kinds[name],
  numbers.count == 3, numbers[1] > 0
else { exit(2) }

var status: CInt = 0
for index in stride(from: numbers[0], to: numbers[2], by: numbers[1]) {
  guard let problem = findProblem(index) else { continue }
  print(problem)
  status = 1
}
exit(status)

/// Runs players and queues, of each kind in turn.
func findPlaybackProblem(_ index: Int) -> String? {
  let number = PlaybackRun.number(at: index)
  guard PlaybackRun(number: number, isRecorded: false).findProblems() != nil else { return nil }
  let problems = PlaybackRun(number: number, isRecorded: true).findProblems() ?? ""
  return "run \(number):\n\(problems)"
}

/// Runs players and queues beside a model of what is heard.
func findSoundProblem(_ index: Int) -> String? {
  let number = UInt64(index)
  guard SoundRun(number: number, isRecorded: false).findProblems() != nil else { return nil }
  return "run \(number):\n\(SoundRun(number: number, isRecorded: true).findProblems() ?? "")"
}

/// Runs players that share an output, without a queue.
func findSharedProblem(_ index: Int) -> String? {
  let problems = SharedOutputRun(number: UInt64(index)).findProblems()
  return problems.map { "run \(index):\n\($0)" }
}
