/// Options that belong together, as the help and the manual show them.
struct OptionGroup<Options>: Sendable {
  /// Empty where the group has none.
  let title: String
  let options: [CommandOption<Options>]

  init(_ title: String, _ options: [CommandOption<Options>]) {
    self.title = title
    self.options = options
  }
}
