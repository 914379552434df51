/// How long the values may be that expansions of one line insert or compare: 1 MiB together, or one that
/// is longer. A short line may otherwise name a long list many times.
///
/// Not Sendable: it belongs to the thread that carries out the line.
final class ExpansionBudget {
  private var rest = 1 << 20

  /// Whether no further value may be inserted.
  var isSpent: Bool { rest <= 0 }

  /// Notes the length of a value in bytes.
  func spend(_ count: Int) { rest -= min(count, rest) }
}
