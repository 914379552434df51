import PortableCombine

extension Schedule {
  /// Adds an operator to the stream, which may combine it with another stream.
  func extend(_ stream: Stream) -> Stream {
    let number = choices.next(below: 4)
    switch choices.next(below: 6) {
    case 0: return transformed(stream, number)
    case 1: return joined(stream, number)
    case 2: return switched(stream, number)
    case 3: return kept(stream, number)
    case 4: return reduced(stream, number)
    default: return shortened(stream, number)
    }
  }

  private func transformed(_ stream: Stream, _ number: Int) -> Stream {
    switch choices.next(below: 6) {
    case 0: stream.map { $0 &+ number }.eraseToAnyPublisher()
    case 1: stream.filter { $0 % 4 != number }.eraseToAnyPublisher()
    case 2: stream.scan(0, &+).eraseToAnyPublisher()
    case 3: stream.removeDuplicates().eraseToAnyPublisher()
    case 4:
      stream.tryMap { value throws in
        if value == number { throw FuzzFailure() }
        return value
      }
      .mapError { _ in FuzzFailure() }.eraseToAnyPublisher()
    default: stream.compactMap { $0 == number ? nil : $0 }.eraseToAnyPublisher()
    }
  }

  private func joined(_ stream: Stream, _ number: Int) -> Stream {
    let (second, third) = (source(), source())
    switch choices.next(below: 8) {
    case 0: return stream.combineLatest(second) { $0 &+ $1 }.eraseToAnyPublisher()
    case 1: return stream.combineLatest(second, third) { $0 &+ $1 &+ $2 }.eraseToAnyPublisher()
    case 2: return stream.zip(second) { $0 &+ $1 }.eraseToAnyPublisher()
    case 3: return stream.merge(with: second, third).eraseToAnyPublisher()
    case 4: return Publishers.MergeMany([stream, second, third]).eraseToAnyPublisher()
    case 5: return stream.prefix(untilOutputFrom: second).eraseToAnyPublisher()
    case 6: return stream.drop(untilOutputFrom: second).eraseToAnyPublisher()
    default: return stream.append(second).prepend(number).eraseToAnyPublisher()
    }
  }

  private func switched(_ stream: Stream, _ number: Int) -> Stream {
    let inner = source()
    switch choices.next(below: 5) {
    case 0: return stream.flatMap { _ in inner }.eraseToAnyPublisher()
    case 1:
      return stream.flatMap(maxPublishers: .max(number + 1)) { _ in inner }.eraseToAnyPublisher()
    case 2: return stream.map { _ in inner }.switchToLatest().eraseToAnyPublisher()
    case 3: return stream.catch { _ in inner }.eraseToAnyPublisher()
    default: return stream.retry(number).eraseToAnyPublisher()
    }
  }

  private func kept(_ stream: Stream, _ number: Int) -> Stream {
    switch choices.next(below: 5) {
    case 0:
      stream.buffer(size: number, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher()
    case 1:
      stream.buffer(size: number, prefetch: .byRequest, whenFull: .customError { FuzzFailure() })
        .eraseToAnyPublisher()
    case 2: stream.share().eraseToAnyPublisher()
    case 3: stream.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    default: stream.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher()
    }
  }

  private func reduced(_ stream: Stream, _ number: Int) -> Stream {
    switch choices.next(below: 6) {
    case 0: stream.collect().map(\.count).eraseToAnyPublisher()
    case 1: stream.collect(number + 1).map(\.count).eraseToAnyPublisher()
    case 2: stream.reduce(0, &+).eraseToAnyPublisher()
    case 3: stream.contains(number).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case 4: stream.last().eraseToAnyPublisher()
    default: stream.count().eraseToAnyPublisher()
    }
  }

  private func shortened(_ stream: Stream, _ number: Int) -> Stream {
    switch choices.next(below: 6) {
    case 0: stream.prefix(number).eraseToAnyPublisher()
    case 1: stream.dropFirst(number).eraseToAnyPublisher()
    case 2: stream.prefix { $0 != number }.eraseToAnyPublisher()
    case 3: stream.drop { $0 != number }.eraseToAnyPublisher()
    case 4: stream.first().eraseToAnyPublisher()
    default: stream.replaceEmpty(with: number).eraseToAnyPublisher()
    }
  }
}
