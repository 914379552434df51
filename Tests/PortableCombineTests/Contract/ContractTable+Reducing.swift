import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let reducing: [ContractRow] = [
    ContractRow("Collect", except: [.changesCount]) {
      $0[0].collect().map { $0.reduce(0, +) }.eraseToAnyPublisher()
    },
    ContractRow("CollectByCount", except: [.changesCount]) {
      $0[0].collect(4).map { $0.reduce(0, +) }.eraseToAnyPublisher()
    },
    ContractRow("IgnoreOutput", except: [.changesCount]) {
      $0[0].ignoreOutput().map(nothing).eraseToAnyPublisher()
    },
    ContractRow("Reduce", except: [.changesCount]) { $0[0].reduce(0, +).eraseToAnyPublisher() },
    ContractRow("TryReduce", except: [.changesCount]) { erased($0[0].tryReduce(0, +)) },
    ContractRow("Count", except: [.changesCount]) { $0[0].count().eraseToAnyPublisher() },
    ContractRow("Comparison", except: [.changesCount]) { $0[0].max().eraseToAnyPublisher() },
    ContractRow("TryComparison", except: [.changesCount]) { erased($0[0].tryMin { $0 < $1 }) },
    ContractRow("Contains", except: [.changesCount, .completesByItself]) {
      $0[0].contains(3).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    ContractRow("ContainsWhere", except: [.changesCount]) {
      $0[0].contains { $0 > 99 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    ContractRow("TryContainsWhere", except: [.changesCount, .completesByItself]) {
      erased($0[0].tryContains { $0 > 2 }.map { $0 ? 1 : 0 })
    },
    ContractRow("TryContainsWhere (throws)", except: [.changesCount, .completesByItself]) {
      erased($0[0].tryContains { try $0 > 2 && refuse() > 0 }.map { $0 ? 1 : 0 })
    },
    ContractRow("AllSatisfy", except: [.changesCount, .completesByItself]) {
      $0[0].allSatisfy { $0 < 3 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    },
    ContractRow("TryAllSatisfy", except: [.changesCount]) {
      erased($0[0].tryAllSatisfy { $0 < 100 }.map { $0 ? 1 : 0 })
    },
    ContractRow("First", except: [.changesCount, .completesByItself]) {
      $0[0].first().eraseToAnyPublisher()
    },
    ContractRow("FirstWhere", except: [.changesCount, .completesByItself]) {
      $0[0].first { $0 > 2 }.eraseToAnyPublisher()
    },
    ContractRow("TryFirstWhere", except: [.changesCount, .completesByItself]) {
      erased($0[0].tryFirst { $0 > 2 })
    },
    ContractRow("Last", except: [.changesCount]) { $0[0].last().eraseToAnyPublisher() },
    ContractRow("LastWhere", except: [.changesCount]) {
      $0[0].last { $0 < 3 }.eraseToAnyPublisher()
    },
    ContractRow("TryLastWhere", except: [.changesCount]) { erased($0[0].tryLast { $0 < 3 }) },
  ]

  /// Returns a number for a value that is never sent.
  private static func nothing<T>(_ value: T) -> Int { 0 }
}
