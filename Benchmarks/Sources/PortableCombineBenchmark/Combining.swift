import CombineToolkit
import PortableCombine

let combiningRows = [
  Row("combineLatest of 2 subjects", bound: 700) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = first.combineLatest(second).sink { sum &+= $0 &+ $1 }
    for value in 0..<count / 2 {
      first.send(value)
      second.send(value)
    }
    cancellable.cancel()
    return sum
  },
  Row("combineLatest of 3 subjects", bound: 900) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let third = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = first.combineLatest(second, third).sink { sum &+= $0 &+ $1 &+ $2 }
    for value in 0..<count / 3 {
      first.send(value)
      second.send(value)
      third.send(value)
    }
    cancellable.cancel()
    return sum
  },
  Row("combineLatest of an array of 2 subjects", bound: 1000) { count in
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    var sum = 0
    let cancellable = subjects.combineLatest.sink { sum &+= $0[0] &+ $0[1] }
    for value in 0..<count / 2 {
      for subject in subjects { subject.send(value) }
    }
    cancellable.cancel()
    return sum
  },
  Row("reduceLatest of 2 subjects", bound: 900) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = first.reduceLatest(second) { ($0 ?? 0) &+ ($1 ?? 0) }.sink { sum &+= $0 }
    for value in 0..<count / 2 {
      first.send(value)
      second.send(value)
    }
    cancellable.cancel()
    return sum
  },
  Row("MergeMany of 8 subjects", bound: 450) { count in
    let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
    var sum = 0
    let cancellable = Publishers.MergeMany(subjects).sink { sum &+= $0 }
    for value in 0..<count / 8 {
      for subject in subjects { subject.send(value) }
    }
    cancellable.cancel()
    return sum
  },
  Row("switchToLatest, a new inner publisher each value", bound: 3000) { count in
    let subject = PassthroughSubject<Just<Int>, Never>()
    var sum = 0
    let cancellable = subject.switchToLatest().sink { sum &+= $0 }
    for value in 0..<count { subject.send(Just(value)) }
    cancellable.cancel()
    return sum
  },
  Row("flatMap, a new inner publisher each value", bound: 3000) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = subject.flatMap { Just($0) }.sink { sum &+= $0 }
    for value in 0..<count { subject.send(value) }
    cancellable.cancel()
    return sum
  },
  Row("zip of 2 subjects", bound: 700) { count in
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = first.zip(second).sink { sum &+= $0 &+ $1 }
    for value in 0..<count / 2 {
      first.send(value)
      second.send(value)
    }
    cancellable.cancel()
    return sum
  },
]
