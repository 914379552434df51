import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let filtering: [ContractRow] = [
    ContractRow("Filter", except: [.changesCount]) {
      $0[0].filter { $0.isMultiple(of: 2) }.eraseToAnyPublisher()
    },
    ContractRow("Filter (all pass)") { $0[0].filter { _ in true }.eraseToAnyPublisher() },
    ContractRow("TryFilter", except: [.changesCount]) {
      erased($0[0].tryFilter { $0.isMultiple(of: 2) })
    },
    ContractRow("CompactMap", except: [.changesCount]) {
      $0[0].compactMap { $0.isMultiple(of: 2) ? $0 : nil }.eraseToAnyPublisher()
    },
    ContractRow("TryCompactMap", except: [.changesCount]) {
      erased($0[0].tryCompactMap { $0.isMultiple(of: 2) ? $0 : nil })
    },
    ContractRow("RemoveDuplicates", except: [.changesCount]) {
      $0[0].removeDuplicates { $0 / 2 == $1 / 2 }.eraseToAnyPublisher()
    },
    ContractRow("RemoveDuplicates (no two alike)") {
      $0[0].removeDuplicates().eraseToAnyPublisher()
    },
    ContractRow("TryRemoveDuplicates", except: [.changesCount]) {
      erased($0[0].tryRemoveDuplicates { $0 / 2 == $1 / 2 })
    },
    ContractRow("ReplaceEmpty") { $0[0].replaceEmpty(with: 0).eraseToAnyPublisher() },
    ContractRow("ReplaceEmpty (of none)", except: [.changesCount]) {
      $0[0].filter { _ in false }.replaceEmpty(with: 0).eraseToAnyPublisher()
    },
    ContractRow("DropWhile", except: [.changesCount]) {
      $0[0].drop { $0 < 3 }.eraseToAnyPublisher()
    },
    ContractRow("TryDropWhile", except: [.changesCount]) {
      erased($0[0].tryDrop { $0 < 3 })
    },
    ContractRow("Drop", except: [.changesCount]) { $0[0].dropFirst(2).eraseToAnyPublisher() },
    ContractRow("PrefixWhile", except: [.changesCount, .completesByItself]) {
      $0[0].prefix { $0 < 4 }.eraseToAnyPublisher()
    },
    ContractRow("TryPrefixWhile", except: [.changesCount, .completesByItself]) {
      erased($0[0].tryPrefix { $0 < 4 })
    },
    ContractRow("Output", except: [.changesCount, .completesByItself]) {
      $0[0].output(in: 1...3).eraseToAnyPublisher()
    },
    ContractRow("Output (prefix)", except: [.changesCount, .completesByItself]) {
      $0[0].prefix(2).eraseToAnyPublisher()
    },
    ContractRow("Output (prefix of none)", except: [.changesCount, .completesByItself]) {
      $0[0].prefix(0).eraseToAnyPublisher()
    },
    ContractRow("Concatenate", except: [.changesCount]) {
      $0[0].append(100, 101).prepend(-1).eraseToAnyPublisher()
    },
  ]
}
