import Glibc
import PlayheadArguments
import PlayheadOutputs
import PlayheadTimekeeping

/// Which process is watched.
enum WatchedProcess: Hashable {
  case identifier(pid_t)
  /// All that run the command.
  case named(String)

  /// How messages name it.
  var name: String {
    switch self {
    case .identifier(let number): "process \(number)"
    case .named(let command): command
    }
  }
}

extension JobOptions {
  static let watchOptions: [CommandOption<JobOptions>] = [
    .value(
      "p", "pid", "PID", "watch a process that already runs", \.watched, .process
    ) { text in
      pid_t(digits: text).flatMap { $0 > 0 ? .identifier($0) : nil }
    },
    .value(
      nil, "name", "COMMAND", "watch the processes that run a command", \.watched, .commandName
    ) { text in
      text.split(separator: "/").last.map { .named(String($0)) }
    },
  ]

  /// Checks the command line, which names a process.
  mutating func checkWatched(_ operands: [String]) throws(UsageError) {
    let option = given.contains("pid") ? "--pid" : "--name"
    if given.isSuperset(of: ["pid", "name"]) { throw .conflict("--pid", with: "--name") }
    if isOfAnyProgram { throw .conflict(option, with: "--of") }
    if duration != nil { throw .conflict(option, with: "--duration") }
    if !operands.isEmpty { throw .conflict(option, with: "a command") }
    records.isJob = true
    try checkRecords()
  }
}
