import PlayheadTesting

/// All publishers and operators, for the contract suite.
enum ContractTable {
  static var all: [ContractRow] {
    sources + mapping + filtering + combining + merging + switching + sharing + properties + timed
      + reducing
  }
}
