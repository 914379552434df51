import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MergeTests {
  private func values<P: Publisher>(_ publisher: P) -> [Int]
  where P.Output == Int, P.Failure == Never {
    var values: [Int] = []
    _ = publisher.sink { values.append($0) }
    return values
  }

  private let even = Just(2).filter { _ in true }
  private let odd = Just(1).map { $0 }

  @Test func mergesUpToEight() {
    #expect(values(odd.merge(with: even)) == [1, 2])
    #expect(values(odd.merge(with: even, odd)) == [1, 2, 1])
    #expect(values(odd.merge(with: even, odd, even)) == [1, 2, 1, 2])
    #expect(values(odd.merge(with: even, odd, even, odd)) == [1, 2, 1, 2, 1])
    #expect(values(odd.merge(with: even, odd, even, odd, even)).count == 6)
    #expect(values(odd.merge(with: even, odd, even, odd, even, odd)).count == 7)
    #expect(values(odd.merge(with: even, odd, even, odd, even, odd, even)).count == 8)
    #expect(values(odd.merge(with: odd)) == [1, 1])
  }

  @Test func chainsIntoOne() {
    let two = Publishers.Merge(odd, even)
    let three: Publishers.Merge3 = two.merge(with: even)
    let five: Publishers.Merge5 = three.merge(with: odd, even)
    let seven: Publishers.Merge7 = five.merge(with: odd, even)
    let eight: Publishers.Merge8 = seven.merge(with: odd)
    #expect(values(eight) == [1, 2, 2, 1, 2, 1, 2, 1])
    let four: Publishers.Merge4 = two.merge(with: odd, even)
    let six: Publishers.Merge6 = four.merge(with: odd, even)
    #expect(values(six.merge(with: odd, even)) == [1, 2, 1, 2, 1, 2, 1, 2])
    #expect(values(two.merge(with: odd, even, odd, even, odd, even)).count == 8)
  }

  @Test func theFirstFailureCancelsTheOthers() {
    struct Failure: Error, Equatable {}
    let probes = (0..<2).map { _ in ProbePublisher<Int, Failure>() }
    let recorder = RecordingSubscriber<Int, Failure>()
    Publishers.Merge(probes[0], probes[1]).subscribe(recorder)
    probes[1].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probes[0].cancellations == 1)
    #expect(probes[1].cancellations == 0)
    #expect(recorder.history.first == .subscription(description: "Merge"))
  }

  @Test func keepsAValueOfEachUntilItIsAskedFor() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = subjects[0].merge(with: subjects[1]).recorded(asking: .none)
    for value in 1...2 {
      for (index, subject) in subjects.enumerated() { subject.send(value + 10 * index) }
    }
    #expect(recorder.values == [])
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    // The first publisher has room for a value again, the second does not.
    for subject in subjects { subject.send(3) }
    recorder.request(.max(2))
    #expect(recorder.values == [1, 11, 3])
  }

  @Test func areEqualWhenTheirPublishersAre() {
    #expect(Publishers.Merge(Just(1), Just(2)) == Publishers.Merge(Just(1), Just(2)))
    #expect(Publishers.Merge(Just(1), Just(2)) != Publishers.Merge(Just(1), Just(3)))
  }
}
