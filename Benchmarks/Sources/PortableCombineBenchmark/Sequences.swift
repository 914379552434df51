import PortableCombine

let sequenceRows = [
  Row("erased sequence → map → filter → sink", bound: 250) { count in
    var sum = 0
    let cancellable = (0..<count).publisher.eraseToAnyPublisher()
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
    cancellable.cancel()
    return sum
  },
  Row("erased sequence, subscriber returning .max(1) for each value", bound: 200) { count in
    var sum = 0
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { value in
        sum &+= value
        return .max(1)
      })
    (0..<count).publisher.eraseToAnyPublisher().subscribe(subscriber)
    return sum
  },
]
