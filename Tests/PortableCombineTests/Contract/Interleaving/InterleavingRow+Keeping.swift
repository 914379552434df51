import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators that keep a value and publish others in the meantime.
  static let keeping: [InterleavingRow] = [
    each("RemoveDuplicates") { $0.removeDuplicates { $0.number == $1.number }.erased },
    each("TryRemoveDuplicates") { erased($0.tryRemoveDuplicates { $0.number == $1.number }) },
    each("Scan") { $0.scan(Token(0) {}) { $1 }.erased },
    each("TryScan") { erased($0.tryScan(Token(0) {}) { $1 }) },
    each("ReplaceEmpty") {
      $0.replaceEmpty(with: Token(-1) {}).filter { $0.number > 0 }.erased
    },
    each("Buffer (by request)") {
      $0.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest).erased
    },
    each("Buffer (kept full)") {
      $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).erased
    },
    InterleavingRow("Buffer (that drops)", .distinct) { upstreams, _ in
      upstreams[0].buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).erased
    },
    InterleavingRow("Buffer (that fails)", .distinct) { upstreams, _ in
      upstreams[0].buffer(
        size: 2, prefetch: .byRequest, whenFull: .customError { ContractRow.Failure() }
      ).erased
    },
    each("Catch") { $0.catch { _ in Empty() }.erased },
    each("Catch (the second)") { upstream in
      Fail(error: ContractRow.Failure()).catch { _ in upstream }.erased
    },
    each("TryCatch") { erased($0.tryCatch { _ in Empty<Token, any Error>() }) },
    each("Retry") { $0.retry(1).erased },
    InterleavingRow("Concatenate", upstreams: 2) { upstreams, _ in
      upstreams[0].append(upstreams[1]).erased
    },
    each("Concatenate (with none)") { upstream in
      upstream.prepend(Empty()).append(Empty()).erased
    },
  ]
}
