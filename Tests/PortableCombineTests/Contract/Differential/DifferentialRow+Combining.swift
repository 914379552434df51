import PortableCombine

extension DifferentialRow {
  /// Sends the latest values of all upstreams, whenever one of them sends a value.
  ///
  /// A value that arrives during the delivery of others only replaces the latest one, unless it has been
  /// requested during that delivery.
  private static func latest(_ upstreams: [Reference.Stream]) -> Reference.Stream {
    Reference.publisher(upstreams: upstreams.count) { reference in
      var values: [Int?] = upstreams.map { _ in nil }
      var waiting: [Int] = []
      var (left, isSending, isAnnounced) = (upstreams.count, false, false)
      // The requests being sent to the upstreams, and those of them that contain the delivery.
      var (requestCount, outerRequestCount) = (0, 0)
      var completion: Reference.Completion?
      func finishIfDone() {
        guard isAnnounced, !isSending, let completion else { return }
        reference.end(completion)
      }
      func send() -> Subscribers.Demand {
        var sum = Subscribers.Demand.none
        if isSending { return sum }
        isSending = true
        while !reference.isOver, !waiting.isEmpty {
          sum += reference.send(waiting.removeFirst())
        }
        isSending = false
        reference.demand += sum
        return sum
      }
      reference.onRequest = { demand in
        reference.demand += demand
        request(demand, except: nil)
      }
      func request(_ demand: Subscribers.Demand, except index: Int?) {
        requestCount += 1
        for other in upstreams.indices where other != index && demand > .none {
          reference.upstreams[other]?.request(demand)
        }
        requestCount -= 1
      }
      for (index, upstream) in upstreams.enumerated() {
        reference.connect(
          to: upstream, at: index,
          subscribed: { if completion != nil { reference.upstreams[index].take()?.cancel() } },
          completed: { end in
            left -= 1
            if completion != nil { return }
            if case .failure = end {
              completion = end
              for index in upstreams.indices { reference.upstreams[index].take()?.cancel() }
            } else if left == 0 {
              completion = end
            }
            finishIfDone()
          }
        ) { value in
          values[index] = value
          guard reference.demand > .none, completion == nil, !values.contains(nil) else {
            return .none
          }
          if isSending, requestCount == outerRequestCount { return .none }
          if !isSending { outerRequestCount = requestCount }
          reference.demand -= 1
          waiting.append(values.reduce(1) { $0 * 10 + ($1 ?? 0) })
          let more = send()
          finishIfDone()
          request(more, except: index)
          return more
        }
      }
      isAnnounced = completion == nil
      reference.announce()
      isAnnounced = true
      finishIfDone()
    }
  }

  /// Sends one value of each upstream together, in order.
  private static func zipped(_ upstreams: [Reference.Stream]) -> Reference.Stream {
    Reference.publisher(upstreams: upstreams.count) { reference in
      var values: [[Int]] = upstreams.map { _ in [] }
      var isFinished = upstreams.map { _ in false }
      var waiting: [Int] = []
      var (isSending, isAnnounced) = (false, false)
      var completion: Reference.Completion?
      func finishIfDone() {
        if completion == nil, zip(values, isFinished).contains(where: { $0.isEmpty && $1 }) {
          complete(.finished)
        }
        guard isAnnounced, !isSending, let completion else { return }
        reference.end(completion)
      }
      func complete(_ end: Reference.Completion) {
        completion = end
        for index in upstreams.indices { reference.upstreams[index].take()?.cancel() }
      }
      func send() -> Subscribers.Demand {
        var sum = Subscribers.Demand.none
        if isSending { return sum }
        isSending = true
        while !reference.isOver, !waiting.isEmpty {
          sum += reference.send(waiting.removeFirst())
        }
        isSending = false
        return sum
      }
      reference.onRequest = { demand in
        for index in upstreams.indices { reference.upstreams[index]?.request(demand) }
      }
      for (index, upstream) in upstreams.enumerated() {
        reference.connect(
          to: upstream, at: index,
          subscribed: { if completion != nil { reference.upstreams[index].take()?.cancel() } },
          completed: { end in
            if completion == nil, case .failure = end { complete(end) }
            isFinished[index] = true
            finishIfDone()
          }
        ) { value in
          values[index].append(value)
          if values.contains(where: \.isEmpty) { return .none }
          waiting.append(values.indices.reduce(1) { $0 * 10 + values[$1].removeFirst() })
          let more = send()
          finishIfDone()
          for other in upstreams.indices where other != index && more > .none {
            reference.upstreams[other]?.request(more)
          }
          return more
        }
      }
      isAnnounced = completion == nil
      reference.announce()
      isAnnounced = true
      finishIfDone()
    }
  }

  static let combining: [DifferentialRow] = [
    DifferentialRow(
      "combineLatest", upstreams: 2,
      make: {
        $0.upstreams[0].combineLatest($0.upstreams[1]) { 100 + $0 * 10 + $1 }.eraseToAnyPublisher()
      },
      reference: { latest($0.upstreams) }),
    DifferentialRow(
      "combineLatest of 3", upstreams: 3,
      make: {
        $0.upstreams[0].combineLatest($0.upstreams[1], $0.upstreams[2]) {
          1000 + $0 * 100 + $1 * 10 + $2
        }.eraseToAnyPublisher()
      },
      reference: { latest($0.upstreams) }),
    DifferentialRow(
      "combineLatest of 4", upstreams: 4,
      make: {
        $0.upstreams[0].combineLatest($0.upstreams[1], $0.upstreams[2], $0.upstreams[3]) {
          10000 + $0 * 1000 + $1 * 100 + $2 * 10 + $3
        }.eraseToAnyPublisher()
      },
      reference: { latest($0.upstreams) }),
    DifferentialRow(
      "zip", upstreams: 2,
      make: { $0.upstreams[0].zip($0.upstreams[1]) { 100 + $0 * 10 + $1 }.eraseToAnyPublisher() },
      reference: { zipped($0.upstreams) }),
    DifferentialRow(
      "zip of 3", upstreams: 3,
      make: {
        $0.upstreams[0].zip($0.upstreams[1], $0.upstreams[2]) { 1000 + $0 * 100 + $1 * 10 + $2 }
          .eraseToAnyPublisher()
      },
      reference: { zipped($0.upstreams) }),
    DifferentialRow(
      "zip of 4", upstreams: 4,
      make: {
        $0.upstreams[0].zip($0.upstreams[1], $0.upstreams[2], $0.upstreams[3]) {
          10000 + $0 * 1000 + $1 * 100 + $2 * 10 + $3
        }.eraseToAnyPublisher()
      },
      reference: { zipped($0.upstreams) }),
    merge("merge of many", 3) { Publishers.MergeMany($0).eraseToAnyPublisher() },
    merge("merge", 2) { $0[0].merge(with: $0[1]).eraseToAnyPublisher() },
    merge("merge of 3", 3) { $0[0].merge(with: $0[1], $0[2]).eraseToAnyPublisher() },
    merge("merge of 4", 4) { $0[0].merge(with: $0[1], $0[2], $0[3]).eraseToAnyPublisher() },
    merge("merge of 5", 5) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]).eraseToAnyPublisher() },
    merge("merge of 6", 6) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]).eraseToAnyPublisher()
    },
    merge("merge of 7", 7) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]).eraseToAnyPublisher()
    },
    merge("merge of 8", 8) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).eraseToAnyPublisher()
    },
  ]

  private static func merge(
    _ name: String, _ count: Int,
    _ make: @escaping @Sendable ([Reference.Stream]) -> Reference.Stream
  ) -> DifferentialRow {
    DifferentialRow(
      name, upstreams: count, allowsNoDemand: true, make: { make($0.upstreams) },
      reference: { merged($0.upstreams) })
  }

  /// Sends the values of all upstreams as they arrive. Requests one value at a time from each,
  /// unless the demand is unlimited.
  private static func merged(_ upstreams: [Reference.Stream]) -> Reference.Stream {
    Reference.publisher(upstreams: upstreams.count) { reference in
      let mixing = Mixing(reference)
      mixing.left = upstreams.count
      reference.announce()
      for (index, upstream) in upstreams.enumerated() { mixing.connect(to: upstream, at: index) }
    }
  }
}
