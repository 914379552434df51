/// A parsed command line.
package enum Invocation {
  case run(any SubcommandAction)
  /// Prints a text: a help text, a completion script or the manual page.
  case text(String)
  case version
}
