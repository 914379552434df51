import PlayheadTesting
import PortableCombine

extension ContractTable {
  /// Timed operators on schedulers that run due actions immediately, so that the suite observes
  /// them.
  static let timed: [ContractRow] = [
    ContractRow("ReceiveOn") {
      $0[0].receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    },
    ContractRow("SubscribeOn") {
      $0[0].subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    },
    ContractRow("Delay") {
      $0[0].delay(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
    },
    ContractRow("MeasureInterval") {
      $0[0].measureInterval(using: ImmediateScheduler.shared).map { $0.magnitude }
        .eraseToAnyPublisher()
    },
    ContractRow("Debounce", except: [.dependsOnDemand, .changesCount]) {
      $0[0].debounce(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
    },
    ContractRow("Throttle", except: [.dependsOnDemand, .changesCount]) {
      $0[0].throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true)
        .eraseToAnyPublisher()
    },
    ContractRow("Timeout") {
      $0[0].timeout(1, scheduler: CountingScheduler()).eraseToAnyPublisher()
    },
    ContractRow("Timeout (over at once)", except: [.completesByItself, .changesCount]) {
      $0[0].timeout(1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
    },
    ContractRow("CollectByTime", except: [.dependsOnDemand, .changesCount]) {
      $0[0].collect(.byTime(CountingScheduler(), 1)).map { $0.reduce(0, +) }
        .eraseToAnyPublisher()
    },
    ContractRow("CollectByTime (or count)", except: [.changesCount]) {
      $0[0].collect(.byTimeOrCount(CountingScheduler(), 1, 2)).map { $0.reduce(0, +) }
        .eraseToAnyPublisher()
    },
    ContractRow("CollectByTime (or one)") {
      $0[0].collect(.byTimeOrCount(CountingScheduler(), 1, 1)).map { $0[0] }
        .eraseToAnyPublisher()
    },
  ]
}
