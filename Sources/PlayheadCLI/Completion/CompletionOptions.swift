/// The options of `playhead completion`.
struct CompletionOptions {
  enum Product: String, CaseIterable {
    case bash
    case zsh
    case fish
    case man

    var text: String {
      switch self {
      case .bash: BashCompletion.text
      case .zsh: ZshCompletion.text
      case .fish: FishCompletion.text
      case .man: ManualPage.text
      }
    }
  }

  var product = Product.bash
}

extension CompletionOptions: SubcommandOptions {
  static let table: [CommandOption<CompletionOptions>] = []

  static var help: String {
    """
    playhead completion writes completions for a shell, or the manual page.

    usage: playhead completion bash|zsh|fish|man

    \(Help.rows(table))

    In bash: eval "$(playhead completion bash)". An installed playhead has all of
    them in place.
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    guard operands.count == 1, let product = Product(rawValue: operands[0]) else {
      throw UsageError(
        "completion takes one of \(Product.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.product = product
  }

  var invocation: Invocation { .text(product.text) }
}
