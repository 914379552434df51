import PlayheadTesting

/// Every publisher and operator, for the contract suite.
enum ContractTable {
  static var all: [ContractRow] {
    sources + mapping + filtering + joining + merging + switching + sharing + properties + timed
      + reducing
  }

  /// Files beside the publishers that hold none.
  static let exempt: Set = ["Publisher", "Publishers", "ConnectablePublisher"]
}
