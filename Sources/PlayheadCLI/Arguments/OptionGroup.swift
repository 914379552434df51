/// A group of options in the help and the manual page.
struct OptionGroup<Options>: Sendable {
  /// The title of the group, or an empty string if it has none.
  let title: String
  let options: [CommandOption<Options>]

  init(_ title: String, _ options: [CommandOption<Options>]) {
    self.title = title
    self.options = options
  }
}
