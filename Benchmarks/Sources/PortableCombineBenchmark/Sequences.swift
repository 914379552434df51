import PortableCombine

let sequenceRows = [
  Row("erased sequence → map → filter → sink", bound: 250) { count in
    let sum = Sum()
    let cancellable = (0..<count).publisher.eraseToAnyPublisher()
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum.add($0) }
    cancellable.cancel()
    return sum.total
  },
  Row("erased sequence, subscriber returning .max(1) for each value", bound: 200) { count in
    let sum = Sum()
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { value in
        sum.add(value)
        return .max(1)
      })
    (0..<count).publisher.eraseToAnyPublisher().subscribe(subscriber)
    return sum.total
  },
  Row("Just, erased → map → sink → cancel", bound: 2000) { count in
    let sum = Sum()
    for value in 0..<count {
      let publisher = Just(value).eraseToAnyPublisher()
      let cancellable = publisher.map { $0 &+ 1 }.sink { sum.add($0) }
      cancellable.cancel()
    }
    return sum.total
  },
]
