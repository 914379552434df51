import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let switching: [ContractRow] = [
    ContractRow("FlatMap") { $0[0].flatMap { Just($0) }.eraseToAnyPublisher() },
    // While one publisher is active, no other value is requested.
    ContractRow("FlatMap (one at a time)", except: [.changesCount]) {
      $0[0].flatMap(maxPublishers: .max(1)) { Just($0) }.eraseToAnyPublisher()
    },
    ContractRow("FlatMap (of several)", upstreams: 3, except: [.changesCount]) { upstreams in
      [0, 1, 2].publisher.setFailureType(to: ContractRow.Failure.self)
        .flatMap { upstreams[$0] }.eraseToAnyPublisher()
    },
    ContractRow("SwitchToLatest", except: [.changesCount, .dependsOnDemand]) {
      $0[0].map { Just($0) }.switchToLatest().eraseToAnyPublisher()
    },
    ContractRow("SwitchToLatest (of one)", except: [.changesCount]) { upstreams in
      Just(()).setFailureType(to: ContractRow.Failure.self)
        .map { upstreams[0] }.switchToLatest().eraseToAnyPublisher()
    },
    ContractRow("Catch", except: [.handlesFailure]) {
      $0[0].catch { _ in Just(1).setFailureType(to: ContractRow.Failure.self) }
        .eraseToAnyPublisher()
    },
    ContractRow("Catch (the second)") { upstreams in
      Fail(error: ContractRow.Failure()).catch { _ in upstreams[0] }.eraseToAnyPublisher()
    },
    ContractRow("TryCatch", except: [.handlesFailure]) {
      $0[0].tryCatch { _ in Just(1) }.catch { _ in Fail(error: ContractRow.Failure()) }
        .eraseToAnyPublisher()
    },
    ContractRow("Retry") { $0[0].retry(0).eraseToAnyPublisher() },
    ContractRow("PrefixUntilOutput", upstreams: 1) {
      $0[0].prefix(untilOutputFrom: Empty<Int, Never>()).eraseToAnyPublisher()
    },
    ContractRow(
      "PrefixUntilOutput (ended)", upstreams: 2, except: [.handlesFailure, .changesCount]
    ) {
      $0[0].prefix(untilOutputFrom: $0[1]).eraseToAnyPublisher()
    },
    // The second publisher is cancelled after its first value, and cannot fail after that.
    ContractRow("DropUntilOutput", upstreams: 2, except: [.handlesFailure, .changesCount]) {
      $0[0].drop(untilOutputFrom: $0[1]).eraseToAnyPublisher()
    },
    ContractRow("DropUntilOutput (at once)") {
      $0[0].drop(untilOutputFrom: Just(0).setFailureType(to: ContractRow.Failure.self))
        .eraseToAnyPublisher()
    },
  ]

  static let sharing: [ContractRow] = [
    ContractRow("Buffer", except: [.dropsSurplus]) {
      $0[0].buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    ContractRow("Buffer (by request)") {
      $0[0].buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
    },
    ContractRow("Share", except: [.dependsOnDemand]) { $0[0].share().eraseToAnyPublisher() },
    ContractRow("Multicast", except: [.dependsOnDemand]) {
      $0[0].multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher()
    },
    ContractRow("Autoconnect", except: [.dependsOnDemand]) {
      $0[0].multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher()
    },
    ContractRow("MakeConnectable", upstreams: 0, except: [.dependsOnDemand]) { _ in
      (1...5).publisher.makeConnectable().autoconnect()
        .setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("PassthroughSubject", except: [.dependsOnDemand]) {
      $0[0].multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher()
    },
    ContractRow("CurrentValueSubject", except: [.dependsOnDemand, .changesCount]) {
      $0[0].multicast(subject: CurrentValueSubject(0)).autoconnect().eraseToAnyPublisher()
    },
  ]
}

extension ContractTable {
  private final class Model {
    @Published var number = 0
  }

  static let properties: [ContractRow] = [
    // The current value is sent first. An assignment lasts as long as the property.
    ContractRow(
      "Published",
      except: [
        .keepsUpstream, .handlesFailure, .completesByItself, .dependsOnDemand, .changesCount,
      ]
    ) { upstreams in
      let model = Model()
      upstreams[0].catch { _ in Empty(completeImmediately: false) }.assign(to: &model.$number)
      return model.$number.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("ObservableObjectPublisher", upstreams: 0, except: [.completesByItself]) { _ in
      ObservableObjectPublisher().map { 1 }
        .setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
  ]
}
