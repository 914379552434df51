/// The argument of an option. A string literal is the name of one that may be any text.
package struct OptionArgument: ExpressibleByStringLiteral, Sendable {
  /// The name in the help.
  package let name: String
  /// Whether the argument may be left out.
  package var isOptional = false
  /// The values of an optional argument: the next word of the command line is one only if it is listed here.
  var optionalWords: [String] = []
  /// All values that the argument may have; empty if it is free text.
  package var words: [String] = []

  package init(stringLiteral name: String) {
    self.name = name
  }

  /// Returns an argument that is one of these words, or contains them.
  package static func oneOf(_ name: String, _ words: [String]) -> OptionArgument {
    var argument = OptionArgument(stringLiteral: name)
    argument.words = words
    return argument
  }

  /// Returns an argument that may be left out, and that is one of these words if there are any.
  package static func optional(_ name: String, _ words: [String] = []) -> OptionArgument {
    var argument = oneOf(name, words)
    (argument.isOptional, argument.optionalWords) = (true, words)
    return argument
  }
}
