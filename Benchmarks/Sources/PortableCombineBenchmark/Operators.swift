import PortableCombine

let operatorRows = [
  Row("(1...n).publisher → map → filter → reduce, own overloads", bound: 40) { count in
    let sum = Sum()
    let cancellable = (1...count).publisher
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0, &+).sink { sum.add($0) }
    cancellable.cancel()
    return sum.total
  },
  Row("erased sequence → map → filter → reduce", bound: 250) { count in
    let sum = Sum()
    let cancellable = (1...count).publisher.eraseToAnyPublisher()
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0, &+).sink { sum.add($0) }
    cancellable.cancel()
    return sum.total
  },
  Row("erased sequence → scan → collect", bound: 250) { count in
    let sum = Sum()
    let cancellable = (1...count).publisher.eraseToAnyPublisher()
      .scan(0, &+).collect().sink { sum.add($0.count) }
    cancellable.cancel()
    return sum.total
  },
]
