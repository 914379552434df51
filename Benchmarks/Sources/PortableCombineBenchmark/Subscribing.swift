import PortableCombine

/// Pipelines of which each subscription is counted, from its beginning to its end.
let subscribingRows = [
  Row("subscribe: subject → sink → cancel", each: .subscription, bound: 2500) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    for _ in 0..<count { subject.sink { sum &+= $0 }.cancel() }
    return sum
  },
  Row("subscribe: subject → map → sink → cancel", each: .subscription, bound: 3000) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    for _ in 0..<count { subject.map { $0 &+ 1 }.sink { sum &+= $0 }.cancel() }
    return sum
  },
  Row("subscribe: CurrentValueSubject → sink → cancel", each: .subscription, bound: 3000) { count in
    let subject = CurrentValueSubject<Int, Never>(1)
    let total = Total()
    for _ in 0..<count { subject.sink { total.sum &+= $0 }.cancel() }
    return total.sum
  },
  Row("subscribe: switchToLatest, a value each", each: .subscription, bound: 3500) { count in
    let subjects = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = subjects.switchToLatest().sink { sum &+= $0 }
    for value in 0..<count {
      let subject = value & 1 == 0 ? first : second
      subjects.send(subject)
      subject.send(value)
    }
    cancellable.cancel()
    return sum
  },
  Row("subscribe: share, while it is connected", each: .subscription, bound: 8000) { count in
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.share()
    var sum = 0
    let connection = shared.sink { sum &+= $0 }
    for _ in 0..<count { shared.sink { sum &+= $0 }.cancel() }
    connection.cancel()
    return sum
  },
  Row("subscribe: subject → first, a value", each: .subscription, bound: 8000) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    for value in 0..<count {
      let cancellable = subject.first().sink { sum &+= $0 }
      subject.send(value)
      cancellable.cancel()
    }
    return sum
  },
  Row("subscribe: combineLatest of 2 → sink → cancel", each: .subscription, bound: 12000) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    for _ in 0..<count { first.combineLatest(second).sink { sum &+= $0 &+ $1 }.cancel() }
    return sum
  },
  Row("subscribe: zip of 2 → sink → cancel", each: .subscription, bound: 12000) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    for _ in 0..<count { first.zip(second).sink { sum &+= $0 &+ $1 }.cancel() }
    return sum
  },
  Row("subscribe: merge of 2 → sink → cancel", each: .subscription, bound: 12000) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    for _ in 0..<count { first.merge(with: second).sink { sum &+= $0 }.cancel() }
    return sum
  },
  Row("subscribe: Just → flatMap → sink", each: .subscription, bound: 10000) { count in
    var sum = 0
    for value in 0..<count { Just(value).flatMap { Just($0) }.sink { sum &+= $0 }.cancel() }
    return sum
  },
  Row("subscribe: Future → sink", each: .subscription, bound: 6000) { count in
    var sum = 0
    for value in 0..<count {
      Future<Int, Never> { $0(.success(value)) }.sink { sum &+= $0 }.cancel()
    }
    return sum
  },
  Row("subscribe: Future → sink, all at once", each: .subscription, bound: 6000) { count in
    var sum = 0
    let future = Future<Int, Never> { _ in }
    let cancellables = (0..<count).map { _ in future.sink { sum &+= $0 } }
    for cancellable in cancellables { cancellable.cancel() }
    return sum
  },
  Row("subscribe: subject → sink, all at once", each: .subscription, bound: 5000) { count in
    var sum = 0
    let subject = PassthroughSubject<Int, Never>()
    let cancellables = (0..<count).map { _ in subject.sink { sum &+= $0 } }
    for cancellable in cancellables { cancellable.cancel() }
    return sum
  },
  // Five objects are made: three fifths of the instructions allocate, retain, release and free them.
  Row("subscribe: Just, erased → map → sink → cancel", each: .subscription, bound: 2900) { count in
    let total = Total()
    for value in 0..<count {
      Just(value).eraseToAnyPublisher().map { $0 &+ 1 }.sink { total.sum &+= $0 }.cancel()
    }
    return total.sum
  },
]
