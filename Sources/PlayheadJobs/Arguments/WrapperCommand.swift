/// A program that runs the command after its own options, such as `nice`.
struct WrapperCommand {
  /// The letters of the options that take the next word.
  private let letters: String
  /// The long names of the options that take the next word, unless it is written with `=`.
  private let names: Set<String>
  /// How many words without a dash there are before the command.
  private let operandCount: Int
  /// Whether words such as `NAME=value` may stand before the command.
  private let takesAssignments: Bool

  private init(
    _ letters: String = "", _ names: Set<String> = [], operands: Int = 0, assignments: Bool = false
  ) {
    (self.letters, self.names) = (letters, names)
    (operandCount, takesAssignments) = (operands, assignments)
  }

  private static let known: [Substring: WrapperCommand] = [
    "chroot": WrapperCommand("", ["groups", "userspec"], operands: 1),
    "chrt": WrapperCommand(
      "DPT", ["sched-deadline", "sched-period", "sched-runtime"], operands: 1),
    "doas": WrapperCommand("Cu"),
    "env": WrapperCommand("Cau", ["argv0", "chdir", "unset"], assignments: true),
    "flock": WrapperCommand("Ew", ["conflict-exit-code", "timeout", "wait"], operands: 1),
    "ionice": WrapperCommand("Pcnpu", ["class", "classdata", "pgid", "pid", "uid"]),
    "nice": WrapperCommand("n", ["adjustment"]),
    "nohup": WrapperCommand(),
    "numactl": WrapperCommand("CNimp", ["cpunodebind", "interleave", "membind", "physcpubind"]),
    "prlimit": WrapperCommand("op", ["output", "pid"]),
    "setsid": WrapperCommand(),
    "stdbuf": WrapperCommand("eio", ["error", "input", "output"]),
    "strace": WrapperCommand("EIOPSXabeopsu", ["attach", "output", "trace", "user"]),
    "sudo": WrapperCommand(
      "CDRTUghprtu", ["chdir", "chroot", "group", "host", "prompt", "user"], assignments: true),
    "taskset": WrapperCommand(operands: 1),
    "time": WrapperCommand("fo", ["format", "output"]),
    "timeout": WrapperCommand("ks", ["kill-after", "signal"], operands: 1),
    "xvfb-run": WrapperCommand("efnpsw", ["error-file", "server-args", "server-num", "wait"]),
  ]

  /// Finds a wrapper by its name, or by any path. Returns nil for other programs.
  init?(_ word: String) {
    guard let wrapper = word.split(separator: "/").last.flatMap({ Self.known[$0] }) else {
      return nil
    }
    self = wrapper
  }

  /// Returns the index of the command after a wrapper's name, if it runs one.
  func command(in words: [String], from start: Int) -> Int? {
    var (index, operands) = (start, operandCount)
    var takesOptions = true
    while words.indices.contains(index) {
      let word = words[index]
      index += 1
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-") {
        if takesNextWord(word.dropFirst()) { index += 1 }
      } else if takesAssignments, word.contains("=") {
        takesOptions = false
      } else if operands > 0 {
        operands -= 1
        takesOptions = false
      } else {
        return index - 1
      }
    }
    return nil
  }

  /// Returns whether the word after some options is a value of the last option.
  private func takesNextWord(_ option: Substring) -> Bool {
    if option.hasPrefix("-") { return names.contains(String(option.dropFirst())) }
    // The rest of the same word is the value, if there is a rest.
    guard let place = option.firstIndex(where: letters.contains) else { return false }
    return option.index(after: place) == option.endIndex
  }
}
