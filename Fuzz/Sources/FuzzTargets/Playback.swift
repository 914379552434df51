/// Runs players and queues at random. The bytes are the number of a run.
let playbackTarget = FuzzTarget(name: "playback") { bytes in
  let number = bytes.prefix(5).reduce(0) { $0 << 8 + UInt64($1) }
  guard PlaybackRun(number: number, isRecorded: false).findProblems() != nil else { return }
  let problems = PlaybackRun(number: number, isRecorded: true).findProblems() ?? ""
  check(false, "run \(number):\n\(problems)")
}
