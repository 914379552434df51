import PortableCombine

let joiningRows = [
  Row("MergeMany of 8 subjects", bound: 450) { count in
    let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
    let sum = Sum()
    let cancellable = Publishers.MergeMany(subjects).sink { sum.add($0) }
    for value in 0..<count / 8 {
      for subject in subjects { subject.send(value) }
    }
    cancellable.cancel()
    return sum.total
  }
]
