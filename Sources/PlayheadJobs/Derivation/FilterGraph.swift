/// A filter graph: chains of filters with labels.
struct FilterGraph: Equatable {
  /// A filter with its options.
  struct Filter: Equatable {
    /// The name, as in `overlay`.
    var name: String
    /// The options in order. The key of one that is given by its position is nil.
    var options: [Option]
    /// The labels of inputs and outputs.
    var inputs: [String]
    var outputs: [String]
  }

  /// An option of a filter.
  struct Option: Equatable {
    var key: String?
    var value: String
  }

  /// The chains; the filters of a chain feed each other.
  private(set) var chains: [[Filter]] = []

  /// Parses a graph, or throws if it is none.
  init(_ text: String) throws(UnderivedDuration) {
    var reader = FilterText(text[...])
    if text.hasPrefix("sws_flags=") {
      _ = reader.token(until: ";", keepsQuotes: false)
      _ = reader.skip(";")
    }
    var chain: [Filter] = []
    while true {
      let inputs = reader.labels()
      let name = reader.token(until: "=,;[", keepsQuotes: false)
      guard !name.isEmpty else { throw UnderivedDuration("the filter graph cannot be read") }
      let options = reader.skip("=") ? reader.token(until: "[,;", keepsQuotes: true) : ""
      let outputs = reader.labels()
      let plain = String(name.prefix { $0 != "@" })
      chain.append(
        Filter(name: plain, options: Self.options(options), inputs: inputs, outputs: outputs))
      if reader.skip(",") { continue }
      chains.append(chain)
      chain = []
      guard reader.skip(";") else { break }
      if reader.isAtEnd { break }
    }
    guard reader.isAtEnd else { throw UnderivedDuration("the filter graph cannot be read") }
  }

  private static func options(_ text: String) -> [Option] {
    // Two levels of quoting: the graph's, and that of the options.
    var outer = FilterText(text[...])
    let unquoted = outer.token(until: "", keepsQuotes: false)
    var reader = FilterText(unquoted[...])
    var options: [Option] = []
    while !reader.isAtEnd {
      let start = reader
      let key = reader.token(until: "=:", keepsQuotes: false)
      if reader.skip("="), key.utf8.allSatisfy({ $0 == 95 || $0 == 45 || isAlphanumeric($0) }) {
        options.append(Option(key: key, value: reader.token(until: ":", keepsQuotes: false)))
      } else {
        reader = start
        options.append(Option(key: nil, value: reader.token(until: ":", keepsQuotes: false)))
      }
      if !reader.skip(":") { break }
    }
    return options
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}

extension FilterGraph.Filter {
  /// Returns the value of an option, by name or by the number of options that can precede it without one.
  func option(_ keys: String..., index: Int? = nil) -> String? { value(keys, index: index) }

  func value(_ keys: [String], index: Int?) -> String? {
    if let named = options.last(where: { $0.key.map(keys.contains) ?? false }) {
      return named.value
    }
    guard let index, options.indices.contains(index) else { return nil }
    // Options without a key come before all others.
    return options[...index].allSatisfy({ $0.key == nil }) ? options[index].value : nil
  }

  /// Returns whether an option is on.
  func isOn(_ key: String) -> Bool {
    ["1", "true", "yes", "on", "enable"].contains(option(key))
  }
}
