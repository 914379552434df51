import PortableCombine

private final class Model {
  @Published var value = 0
}

let subjectRows = [
  Row("PassthroughSubject → sink", bound: 250) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = subject.sink { sum &+= $0 }
    for value in 0..<count { subject.send(value) }
    cancellable.cancel()
    return sum
  },
  Row("PassthroughSubject → map → filter → sink", bound: 280) { count in
    let subject = PassthroughSubject<Int, Never>()
    var sum = 0
    let cancellable = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
    for value in 0..<count { subject.send(value) }
    cancellable.cancel()
    return sum
  },
  Row("CurrentValueSubject → removeDuplicates → sink", bound: 400) { count in
    let subject = CurrentValueSubject<Int, Never>(-1)
    var sum = 0
    let cancellable = subject.removeDuplicates().sink { sum &+= $0 }
    for value in 0..<count { subject.send(value) }
    cancellable.cancel()
    return sum
  },
  Row("a published property → sink", bound: 800) { count in
    let model = Model()
    var sum = 0
    let cancellable = model.$value.sink { sum &+= $0 }
    for value in 0..<count { model.value = value }
    cancellable.cancel()
    return sum
  },
  Row("one subject, 100 sinks, each delivery", bound: 75) { count in
    let subject = PassthroughSubject<Int, Never>()
    let total = Total()
    var cancellables: [AnyCancellable] = []
    for _ in 0..<100 { subject.sink { total.sum &+= $0 }.store(in: &cancellables) }
    for value in 0..<count / 100 { subject.send(value) }
    cancellables = []
    return total.sum
  },
]
