import PlayheadArguments
import PlayheadOutputs

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
  static let operandWords = Product.allCases.map(\.rawValue)

  static var help: String {
    """
    playhead completion prints completions for a shell, or the manual page.

    usage: playhead completion bash|zsh|fish|man

    \(Help.rows(table))

    In bash: eval "$(playhead completion bash)". An installed playhead includes
    all of them.
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    let expected = ExpectedValue.oneOf(Self.operandWords)
    guard operands.count == 1 else {
      throw .operandCount(operands.count, subcommand: "completion", expected: expected.text)
    }
    guard let product = Product(rawValue: operands[0]) else {
      throw .invalidValue(operands[0], option: "completion", expected: expected)
    }
    self.product = product
  }

  var invocation: Invocation { .text(product.text) }
}
