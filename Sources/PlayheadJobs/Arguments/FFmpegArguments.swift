/// An ffmpeg command line, read as ffmpeg reads it.
///
/// Options belong to the next input or output. Each name is looked up in the list of options without a
/// value; every other option takes the next argument.
package struct FFmpegArguments: Equatable, Sendable {
  /// A file that ffmpeg reads, with the options before it.
  package struct Input: Equatable, Sendable {
    /// The file or URL.
    package var url: String
    /// The options of this input, in order.
    package var options: [FFmpegOption]
  }

  /// A file that ffmpeg writes, with the options before it.
  package struct Output: Equatable, Sendable {
    /// The file or URL.
    package var url: String
    /// The options of this output, in order.
    package var options: [FFmpegOption]
  }

  /// The arguments, without the name of the command.
  package let arguments: [String]
  /// The inputs in order.
  package private(set) var inputs: [Input] = []
  /// The outputs in order.
  package private(set) var outputs: [Output] = []
  /// The options of the whole command.
  package private(set) var globalOptions: [FFmpegOption] = []

  /// Reads the words after the name of an ffmpeg command.
  package init(_ arguments: [String]) {
    self.arguments = arguments
    var options: [FFmpegOption] = []
    var position = 0
    var isAfterDashes = false
    func next() -> (value: String, index: Int)? {
      guard position < arguments.endIndex else { return nil }
      defer { position += 1 }
      return (arguments[position], position)
    }
    while let (argument, _) = next() {
      if argument == "--" {
        isAfterDashes = true
        continue
      }
      if isAfterDashes || argument == "-" || !argument.hasPrefix("-") {
        outputs.append(Output(url: argument, options: options))
        options = []
      } else if argument == "-i" {
        guard let (url, _) = next() else { break }
        inputs.append(Input(url: url, options: options))
        options = []
      } else {
        let following = position < arguments.endIndex ? arguments[position] : nil
        let option: FFmpegOption
        if let flag = Self.flag(argument.dropFirst(), before: following) {
          option = flag
        } else {
          guard let (value, index) = next() else { break }
          option = FFmpegOption(written: argument.dropFirst(), value: value, valueIndex: index)
        }
        if FFmpegOption.globals.contains(option.name) {
          globalOptions.append(option)
        } else {
          options.append(option)
        }
      }
      isAfterDashes = false
    }
  }

  /// Returns an option without a value, or nil if the option has the name of one with a value.
  private static func flag(_ written: Substring, before following: String?) -> FFmpegOption? {
    let name = written.prefix { $0 != ":" }
    if FFmpegOption.formerOptions.contains(String(name)) {
      return ["0", "1"].contains(following)
        ? nil : FFmpegOption(written: written, value: "1", valueIndex: nil)
    }
    if FFmpegOption.flags.contains(String(name)) {
      return FFmpegOption(written: written, value: "1", valueIndex: nil)
    }
    let positive = String(name.dropFirst(2))
    guard name.hasPrefix("no"),
      FFmpegOption.flags.contains(positive) || FFmpegOption.formerOptions.contains(positive)
    else { return nil }
    return FFmpegOption(written: written.dropFirst(2), value: "0", valueIndex: nil)
  }
}
