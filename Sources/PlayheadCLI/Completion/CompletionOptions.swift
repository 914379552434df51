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
      case .man: ManualPage.all[0].text
      }
    }
  }

  var product = Product.bash
  /// The manual page, or `list` for the names of all pages; nil for that of the command.
  var page: String?
}

extension CompletionOptions: SubcommandOptions {
  static let table: [CommandOption<CompletionOptions>] = []
  static let operandWords = Product.allCases.map(\.rawValue)

  static var help: String {
    """
    playhead completion prints completions for a shell, or a manual page.

    usage: playhead completion bash|zsh|fish
           playhead completion man [SUBCOMMAND|mpv|list]

    \(Help.rows(table))

    In bash: eval "$(playhead completion bash)". An installed playhead includes
    all of them.
    """
  }

  mutating func setOperands(_ operands: [String]) throws(UsageError) {
    let expected = ExpectedValue.oneOf(Self.operandWords)
    if operands.count == 2, operands[0] == Product.man.rawValue {
      let pages = ManualPage.all.map { String($0.name.dropFirst("playhead-".count)) }
      guard operands[1] == "list" || pages.dropFirst().contains(operands[1]) else {
        throw .invalidValue(
          operands[1], option: "completion man", expected: .oneOf(pages.dropFirst() + ["list"]))
      }
      (product, page) = (.man, operands[1])
      return
    }
    guard operands.count == 1 else {
      throw .operandCount(operands.count, subcommand: "completion", expected: expected.text)
    }
    guard let product = Product(rawValue: operands[0]) else {
      throw .invalidValue(operands[0], option: "completion", expected: expected)
    }
    self.product = product
  }

  var invocation: Invocation {
    switch page {
    case nil: .text(product.text)
    case "list": .text(ManualPage.all.map(\.name).joined(separator: "\n"))
    case let name?:
      .text(ManualPage.all.first { $0.name == "playhead-\(name)" }?.text ?? product.text)
    }
  }
}
