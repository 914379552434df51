import PlayheadInterprocess

/// The values of a property that is a word or a whole number. Each word has a number, by which `add` and
/// `cycle` find the next value.
struct ValueChoice: Sendable {
  /// The words with their numbers. Of those with one number, the first is the value that is read.
  var words: [(name: String, number: Int64)]
  var range: ClosedRange<Int64>?

  static let loopFile = ValueChoice(
    words: [("no", 0), ("inf", -1), ("yes", -1)], range: 0...10_000)
  static let loopPlaylist = ValueChoice(
    words: [("no", 1), ("inf", -1), ("yes", -1), ("force", -2)], range: 1...10_000)
  static let keepOpen = ValueChoice(words: [("no", 0), ("yes", 1), ("always", 2)])
  static let idle = ValueChoice(words: [("no", 0), ("once", 1), ("yes", 2)])
  static let mute = ValueChoice(words: [("no", 0), ("auto", 0), ("yes", 1)])
  static let track = ValueChoice(words: [("no", -2), ("auto", -1)], range: 0...8_190)

  /// Returns the value as it is read: a Bool for `yes` and `no`, an int for a number without a word.
  func value(of node: MPVNode) throws(MPVError) -> MPVNode {
    let number: Int64?
    switch node {
    case .bool(let flag): number = self.number(of: flag ? "yes" : "no")
    case .string(let text): number = self.number(of: text) ?? checked(NumberText.whole(text))
    case .int(let given): number = checked(given)
    default: throw .propertyError
    }
    guard let number else { throw .propertyFormat }
    return self.node(of: number)
  }

  /// Returns the next value in the direction of an amount, around the ends if it wraps, or the sum with it.
  func adding(_ amount: Double, to value: MPVNode, wraps: Bool) -> MPVNode {
    guard amount.magnitude >= 0.5, let current = number(of: value.text ?? "") ?? value.int else {
      return value
    }
    let limits = range.map { [$0.lowerBound, $0.upperBound] } ?? []
    let points = words.map(\.number) + limits
    let sum = checked(Int64(exactly: (Double(current) + amount).rounded(.towardZero)))
    let next =
      amount > 0
      ? (points.filter { $0 > current } + (sum.map { [$0] } ?? [])).min()
      : (points.filter { $0 < current } + (sum.map { [$0] } ?? [])).max()
    if let next { return node(of: next) }
    let other = amount > 0 ? points.min() : points.max()
    return node(of: wraps ? other ?? current : current)
  }

  private func number(of word: String) -> Int64? { words.first { $0.name == word }?.number }

  private func checked(_ number: Int64?) -> Int64? {
    number.flatMap { range?.contains($0) == true ? $0 : nil }
  }

  private func node(of number: Int64) -> MPVNode {
    switch words.first(where: { $0.number == number })?.name {
    case "no": .bool(false)
    case "yes": .bool(true)
    case let word?: .string(word)
    case nil: .int(number)
    }
  }
}
