import Glibc
import PlayheadArguments
import PlayheadOutputs
import PlayheadPlayCommands

extension Invocation {
  /// Parses a command line, which starts with the name of the command, and maybe that of a subcommand.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let word = arguments.dropFirst().first else {
      return try PlayOptions.parse(arguments, among: Subcommand.all)
    }
    if let subcommand = Subcommand(named: word) {
      do throws(UsageError) {
        return try subcommand.options.parse(
          [arguments[0]] + arguments.dropFirst(2), among: Subcommand.all)
      } catch {
        throw playbackOption(error, of: subcommand) ?? error
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
  private static func playbackOption(
    _ error: UsageError, of subcommand: Subcommand
  ) -> UsageError? {
    guard case .unknownOption(let option, let meant) = error else { return nil }
    let known = PlayOptions.table.first {
      "--\($0.long)" == option || "-\($0.short ?? "-")" == option
    }
    guard let known else { return nil }
    if let reason = subcommand.options.refusals[known.long] {
      return .refused("--\(known.long)", with: subcommand.name, because: reason)
    }
    return meant == nil && option.hasPrefix("--") ? .playbackOption(option) : nil
  }
}
