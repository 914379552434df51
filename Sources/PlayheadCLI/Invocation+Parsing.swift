import Glibc
import PlayheadArguments
import PlayheadOutputs
import PlayheadPlayCommands

extension Invocation {
  /// Parses a command line, whose first element is the name of the command.
  ///
  /// The next word may be the name of a subcommand. To play a file of that name, write `./analyze`.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let word = arguments.dropFirst().first else {
      return try PlayOptions.parse(arguments, among: Subcommand.all)
    }
    if let subcommand = Subcommand(named: word) {
      do throws(UsageError) {
        return try subcommand.options.parse(
          [arguments[0]] + arguments.dropFirst(2), among: Subcommand.all)
      } catch {
        throw playbackOption(error) ?? error
      }
    }
    // A word of other characters may be an option or a path.
    if word.allSatisfy({ $0.isLetter && $0.isASCII }), access(word, F_OK) != 0,
      let meant = Subcommand.meant(by: word)
    {
      throw .unknownSubcommand(word, meant: meant)
    }
    return try PlayOptions.parse(arguments, among: Subcommand.all)
  }

  /// Returns the error for an option that is unknown to a subcommand, but one of `play`; nil for others.
  private static func playbackOption(_ error: UsageError) -> UsageError? {
    guard case .unknownOption(let option, meant: nil) = error, option.hasPrefix("--"),
      PlayOptions.table.contains(where: { $0.long == option.dropFirst(2) })
    else { return nil }
    return .playbackOption(option)
  }
}
