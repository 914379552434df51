extension FFmpegArguments {
  /// The index of the last target of `-progress`, the only one that ffmpeg reports to.
  package var progressIndex: Int? { globalOptions.last { $0.name == "progress" }?.valueIndex }

  /// The target of the user's own `-progress`.
  package var progressTarget: String? { progressIndex.map { arguments[$0] } }

  /// The numbers of the file descriptors that any argument names.
  package var usedDescriptors: Set<Int32> {
    var numbers: Set<Int32> = []
    for argument in arguments {
      for prefix in ["pipe:", "/dev/fd/", "/proc/self/fd/"] {
        for part in argument.ranges(of: prefix) {
          let digits = argument[part.upperBound...].prefix { $0.isASCII && $0.isNumber }
          if let number = Int32(digits) { numbers.insert(number) }
        }
      }
    }
    // The protocol `fd:` has the number in an option.
    for option in inputs.flatMap(\.options) + outputs.flatMap(\.options) where option.name == "fd" {
      if let number = Int32(option.value) { numbers.insert(number) }
    }
    return numbers
  }

  /// Whether an output is written to standard output.
  package var writesStandardOutput: Bool {
    outputs.contains { output in
      output.options["f"] != "null"
        && (Self.isDescriptor(1, output.url, output.options) || output.url == "/dev/stdout")
    }
  }

  /// Whether an input or an output is a pipe, a socket or the like that was opened by the parent.
  static func isDescriptor(_ number: Int32?, _ url: String, _ options: [FFmpegOption]) -> Bool {
    if url == "-" { return true }
    guard let number else { return ["pipe:", "fd:", "/dev/fd/"].contains { url.hasPrefix($0) } }
    if url == "/dev/fd/\(number)" { return true }
    if url.hasPrefix("fd:") { return options["fd"].map { $0 == "\(number)" } ?? true }
    return url == "pipe:" || url == "pipe:\(number)"
  }

  /// Returns the arguments, with a descriptor as the target of `-progress` instead of the user's.
  package func arguments(reportingTo descriptor: Int32) -> [String] {
    guard let progressIndex else { return ["-progress", "pipe:\(descriptor)"] + arguments }
    var changed = arguments
    changed[progressIndex] = "pipe:\(descriptor)"
    return changed
  }
}

extension FFmpegArguments.Input {
  /// Whether the input is read from standard input.
  package var readsStandardInput: Bool {
    FFmpegArguments.isDescriptor(0, url, options) || url == "/dev/stdin"
  }
}
