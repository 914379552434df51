import PlayheadTesting
import PortableCombine
import Testing

/// The overloads on the sources publish the same as the operators, with the same types as
/// Combine's.
@Suite struct OverloadTests {
  @Test func aPredicateThatThrowsIsCalledForASingleValue() {
    func refuse(_ first: Int, _ second: Int) throws -> Bool { throw NamedError("refused") }
    let result = Result<Int, NamedError>.success(1).publisher
    let publishers = [
      Just(1).tryRemoveDuplicates(by: refuse), Just(1).tryMin(by: refuse),
      Just(1).tryMax(by: refuse), result.tryRemoveDuplicates(by: refuse),
      result.tryMin(by: refuse), result.tryMax(by: refuse),
    ]
    for publisher in publishers {
      #expect(publisher.recorded().error == NamedError("refused"))
    }
    #expect(Just(1).tryMax(by: <).recorded().values == [1])
  }

  @Test func placesThatBeginBelowZeroHoldNothing() {
    #expect(Just(1).output(in: -1..<3) == Optional<Int>.Publisher(nil))
    #expect(Just(1).output(in: 0..<3) == Optional<Int>.Publisher(1))
  }

  @Test func just() {
    #expect(Just(2).map { "\($0)" } == Just("2"))
    #expect(Just("ab").map(\.count).recorded().values == [2])
    #expect(Just(2).compactMap { $0 > 2 ? $0 : nil } == Int?.none.publisher)
    #expect(Just(2).filter { $0 == 2 } == Int?.some(2).publisher)
    #expect(Just(2).drop { $0 == 2 } == Int?.none.publisher)
    #expect(Just(2).dropFirst() == Int?.none.publisher)
    #expect(Just(2).dropFirst(0) == Int?.some(2).publisher)
    #expect(Just(2).prefix(0) == Int?.none.publisher)
    #expect(Just(2).prefix { $0 == 2 } == Int?.some(2).publisher)
    #expect(Just(2).output(at: 1) == Int?.none.publisher)
    #expect(Just(2).output(in: 0...) == Int?.some(2).publisher)
    #expect(Just(2).first() == Just(2) && Just(2).last() == Just(2))
    #expect(Just(2).first { $0 == 1 } == Int?.none.publisher)
    #expect(Just(2).last { $0 == 2 } == Int?.some(2).publisher)
    #expect(Just(2).ignoreOutput() == Empty<Int, Never>())
    #expect(Just(2).collect() == Just([2]) && Just(2).count() == Just(1))
    #expect(Just(2).allSatisfy { $0 == 2 } == Just(true))
    #expect(Just(2).contains(2) == Just(true) && Just(2).contains { $0 > 2 } == Just(false))
    #expect(Just(2).min() == Just(2) && Just(2).max() == Just(2))
    #expect(Just(2).min(by: >) == Just(2) && Just(2).max(by: >) == Just(2))
    #expect(Just(2).reduce(1, +) == Result<Int, Never>.success(3).publisher)
    #expect(Just(2).scan(1, +) == Result<Int, Never>.success(3).publisher)
    #expect(Just(2).removeDuplicates() == Just(2))
    #expect(Just(2).replaceEmpty(with: 1) == Just(2) && Just(2).replaceError(with: 1) == Just(2))
    #expect(Just(2).retry(3) == Just(2))
    #expect(
      Just(2).setFailureType(to: NamedError.self) == Result<Int, NamedError>.success(2).publisher)
    #expect(Just(2).prepend(1).append(3) == [1, 2, 3].publisher)
  }

  @Test func justThatThrows() {
    let error = NamedError("two")
    func isTwo(_ value: Int) throws -> Bool {
      try NamedError.thrown("two", if: value == 2, else: false)
    }
    #expect(Just(2).tryMap(isTwo).recorded().error == error)
    #expect(Just(2).tryAllSatisfy(isTwo).recorded().error == error)
    #expect(Just(1).tryContains(where: isTwo).recorded().values == [false])
    #expect(Just(2).tryReduce(0) { try isTwo($1) ? $0 : $0 }.recorded().error == error)
    #expect(Just(1).tryScan(0) { try isTwo($1) ? $0 : $0 + $1 }.recorded().values == [1])
    #expect(Just(2).tryRemoveDuplicates { try isTwo($0 + $1) }.recorded().values == [2])
  }

  @Test func optional() {
    let some = Int?.some(2).publisher
    let none = Int?.none.publisher
    #expect(some.map { "\($0)" } == String?.some("2").publisher)
    #expect(some.compactMap { $0 > 2 ? $0 : nil } == none)
    #expect(some.filter { $0 > 2 } == none && none.filter { _ in true } == none)
    #expect(some.drop { $0 > 2 } == some && some.dropFirst() == none)
    #expect(some.prefix(1) == some && some.prefix { $0 > 2 } == none)
    #expect(some.output(at: 0) == some && some.output(in: 1..<2) == none)
    #expect(some.first { $0 == 2 } == some && some.last { $0 == 1 } == none)
    #expect(none.collect() == [Int]?.some([]).publisher)
    #expect(some.count() == Int?.some(1).publisher)
    #expect(some.contains(2) == Bool?.some(true).publisher)
    #expect(some.allSatisfy { $0 > 2 } == Bool?.some(false).publisher)
    #expect(some.reduce(1, +) == Int?.some(3).publisher)
    #expect(some.scan(1, +) == Int?.some(3).publisher)
    #expect(none.replaceEmpty(with: 7) == Just(7) && some.replaceEmpty(with: 7) == Just(2))
    #expect(some.min() == some && some.max() == some && some.removeDuplicates() == some)
    #expect(some.ignoreOutput() == Empty<Int, Never>())
  }

  @Test func result() {
    typealias Outcome = Result<Int, NamedError>
    let success = Outcome.success(2).publisher
    let failure = Outcome.failure(NamedError("up")).publisher
    #expect(success.map { "\($0)" } == Result<String, NamedError>.success("2").publisher)
    #expect(failure.map { $0 } == failure)
    #expect(failure.mapError { NamedError("not \($0)") }.result == .failure(NamedError("not up")))
    #expect(failure.replaceError(with: 7) == Result<Int, Never>.success(7).publisher)
    #expect(success.replaceEmpty(with: 7) == success && failure.retry(2) == failure)
    #expect(success.collect().result == .success([2]) && failure.count().result.isFailure)
    #expect(success.contains(2).result == .success(true))
    #expect(success.allSatisfy { $0 > 2 }.result == .success(false))
    #expect(success.reduce(1, +).result == .success(3))
    #expect(success.scan(1, +).result == .success(3))
    #expect(success.first() == success && success.last() == success)
    #expect(success.min() == success && success.max() == success)
    #expect(success.tryMap { $0 + 1 }.recorded().values == [3])
    #expect(failure.tryMap { $0 + 1 }.recorded().error == NamedError("up"))
    #expect(
      success.tryAllSatisfy { try NamedError.thrown("two", if: $0 == 2, else: true) }
        .recorded().error == NamedError("two"))
    #expect(failure.tryMax(by: <).recorded().error == NamedError("up"))
    #expect(
      Result<Int, Never>.success(2).publisher.setFailureType(to: NamedError.self) == success)
  }

  @Test func sequence() {
    let numbers = [1, 2, 3].publisher
    #expect(numbers.map { $0 * 2 } == [2, 4, 6].publisher)
    #expect(numbers.compactMap { $0 > 1 ? "\($0)" : nil } == ["2", "3"].publisher)
    #expect([1, nil].publisher.replaceNil(with: 0) == [1, 0].publisher)
    #expect(numbers.scan(0, +) == [1, 3, 6].publisher)
    #expect(numbers.filter { $0 != 2 } == [1, 3].publisher)
    #expect(numbers.drop { $0 < 2 }.recorded().values == [2, 3])
    #expect(numbers.dropFirst(2).recorded().values == [3])
    #expect(numbers.prefix(2).recorded().values == [1, 2])
    #expect(numbers.prefix { $0 < 2 } == [1].publisher)
    #expect([1, 1, 2, 1].publisher.removeDuplicates() == [1, 2, 1].publisher)
    #expect(numbers.output(in: 1..<9) == [2, 3].publisher)
    #expect(numbers.output(at: 1) == Int?.some(2).publisher)
    #expect(numbers.output(at: 5) == Int?.none.publisher)
    #expect(numbers.first() == Int?.some(1).publisher && numbers.last().output == 3)
    #expect(numbers.first { $0 > 1 }.output == 2 && numbers.last { $0 < 3 }.output == 2)
    #expect(numbers.min().output == 1 && numbers.max().output == 3)
    #expect(numbers.max(by: >).output == 1 && numbers.min(by: >).output == 3)
    #expect(numbers.count() == Just(3) && numbers.collect().result == .success([1, 2, 3]))
    #expect(numbers.contains(2).result == .success(true))
    #expect(numbers.contains { $0 > 3 }.result == .success(false))
    #expect(numbers.allSatisfy { $0 > 0 }.result == .success(true))
    #expect(numbers.reduce(0, +).result == .success(6))
    #expect(numbers.ignoreOutput() == Empty<Int, Never>())
    #expect(numbers.prepend(0).append([4]).append([5].publisher) == [0, 1, 2, 3, 4, 5].publisher)
    #expect(
      numbers.tryReduce(0) { try NamedError.thrown("two", if: $1 == 2, else: $0) }
        .recorded().error == NamedError("two"))
    #expect(numbers.tryContains { $0 == 2 }.recorded().values == [true])
    #expect(
      numbers.setFailureType(to: NamedError.self).count().result
        == Result<Int, NamedError>.success(3))
  }

  @Test func aSequenceLongerThanItSaysIsMappedWhole() {
    let sequence = AnySequence(Swift.sequence(first: 1) { $0 < 5 ? $0 + 1 : nil })
    #expect(sequence.underestimatedCount == 0)
    #expect(sequence.publisher.map { $0 * 2 }.sequence == [2, 4, 6, 8, 10])
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
