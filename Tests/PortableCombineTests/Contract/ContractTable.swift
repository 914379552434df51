import PlayheadTesting

/// Every publisher and operator, for the contract suite.
enum ContractTable {
  static var all: [ContractRow] {
    sources + mapping + filtering + reducing + joining + merging + switching + sharing + properties
      + timed
  }

  /// Files beside the publishers that hold none.
  static let exempt: Set = ["Publisher", "Publishers", "ConnectablePublisher"]
}
