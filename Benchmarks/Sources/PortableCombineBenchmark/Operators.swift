import PortableCombine

let operatorRows = [
  Row("(1...n).publisher → map → filter → reduce, own overloads", bound: 40) { count in
    var sum = 0
    let cancellable = (1...count).publisher
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0, &+).sink { sum &+= $0 }
    cancellable.cancel()
    return sum
  },
  Row("erased sequence → map → filter → reduce", bound: 250) { count in
    var sum = 0
    let cancellable = (1...count).publisher.eraseToAnyPublisher()
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.reduce(0, &+).sink { sum &+= $0 }
    cancellable.cancel()
    return sum
  },
  Row("erased sequence → scan → collect", bound: 250) { count in
    var sum = 0
    let cancellable = (1...count).publisher.eraseToAnyPublisher()
      .scan(0, &+).collect().sink { sum &+= $0.count }
    cancellable.cancel()
    return sum
  },
]
