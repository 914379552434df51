import Dispatch
import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// Delivers all events on the scheduler, in order. `schedule` determines when.
  private static func postponed(
    _ upstream: Reference.Stream, by schedule: @escaping (@escaping () -> Void) -> Void
  ) -> Reference.Stream {
    Reference.publisher { reference in
      var asking: (any Subscription)?
      reference.onRequest = { asking?.request($0) }
      reference.connect(
        to: upstream,
        subscribed: {
          asking = reference.upstreams[0]
          reference.announce()
        },
        completed: { completion in schedule { reference.end(completion) } }
      ) { value in
        schedule {
          let more = reference.send(value)
          if more > .none, !reference.isOver { asking?.request(more) }
        }
        return .none
      }
    }
  }

  static let timed: [DifferentialRow] = [
    DifferentialRow(
      "receive(on:)", allowsNoDemand: true,
      make: { $0.upstreams[0].receive(on: $0.scheduler).eraseToAnyPublisher() },
      reference: { world in
        postponed(world.upstreams[0]) { [unowned world] in world.scheduler.schedule($0) }
      }),
    DifferentialRow(
      "delay", allowsNoDemand: true,
      make: { world in
        world.upstreams[0].delay(for: .nanoseconds(3), scheduler: world.scheduler)
          .eraseToAnyPublisher()
      },
      reference: { world in
        postponed(world.upstreams[0]) { [unowned world] action in
          world.scheduler.schedule(
            after: world.scheduler.now.advanced(by: .nanoseconds(3)), tolerance: .zero,
            options: nil, action)
        }
      }),
    DifferentialRow(
      "subscribe(on:)", allowsNoDemand: true,
      make: { $0.upstreams[0].subscribe(on: $0.scheduler).eraseToAnyPublisher() },
      reference: { world in
        let scheduler = world.scheduler
        return Reference.publisher { reference in
          var held: (any Subscription)?
          reference.onRequest = { demand in scheduler.schedule { held?.request(demand) } }
          reference.onCancel = {
            guard let cancelled = held.take() else { return }
            scheduler.schedule { cancelled.cancel() }
          }
          scheduler.schedule {
            reference.connect(
              to: world.upstreams[0],
              subscribed: {
                held = reference.upstreams[0].take()
                reference.announce()
              },
              completed: {
                held = nil
                reference.end($0)
              }
            ) { reference.send($0) }
          }
        }
      }),
    DifferentialRow(
      "debounce",
      make: { world in
        world.upstreams[0].debounce(for: .nanoseconds(3), scheduler: world.scheduler)
          .eraseToAnyPublisher()
      },
      reference: { world in
        let scheduler = world.scheduler
        return Reference.publisher { reference in
          var (latest, number) = (0, 0)
          reference.onRequest = { reference.demand += $0 }
          reference.connect(
            to: world.upstreams[0],
            subscribed: {
              reference.announce()
              reference.upstreams[0]?.request(.unlimited)
            },
            completed: { completion in
              number += 1
              scheduler.schedule { reference.end(completion) }
            }
          ) { value in
            number += 1
            latest = value
            let own = number
            scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(3))) {
              guard own == number, reference.demand > .none else { return }
              reference.demand -= 1
              reference.demand += reference.send(latest)
            }
            return .none
          }
        }
      }),
    throttle("throttle (the latest)", latest: true),
    throttle("throttle (the first)", latest: false),
    timeout("timeout", error: nil),
    timeout("timeout (with an error)", error: ContractRow.Failure()),
  ]

  /// Delivers all events on the scheduler, and ends if no value arrives for 3 ns.
  private static func timeout(_ name: String, error: ContractRow.Failure?) -> DifferentialRow {
    DifferentialRow(
      name, allowsNoDemand: true,
      make: { world in
        world.upstreams[0].timeout(
          .nanoseconds(3), scheduler: world.scheduler, customError: error.map { error in { error } }
        ).eraseToAnyPublisher()
      },
      reference: { world in
        let scheduler = world.scheduler
        return Reference.publisher { reference in
          var (number, isCompleted) = (0, false)
          func restart() {
            number += 1
            let own = number
            scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(3))) {
              guard own == number, !isCompleted else { return }
              reference.end(error.map { .failure($0) } ?? .finished)
            }
          }
          reference.onRequest = { reference.upstreams[0]?.request($0) }
          reference.connect(
            to: world.upstreams[0],
            subscribed: {
              reference.announce()
              restart()
            },
            completed: { completion in
              isCompleted = true
              scheduler.schedule { reference.end(completion) }
            }
          ) { value in
            restart()
            scheduler.schedule {
              let more = reference.send(value)
              if more > .none { reference.upstreams[0]?.request(more) }
            }
            return .none
          }
        }
      })
  }

  private static func throttle(_ name: String, latest: Bool) -> DifferentialRow {
    DifferentialRow(
      name, allowsNoDemand: true,
      make: { world in
        world.upstreams[0].throttle(
          for: .nanoseconds(3), scheduler: world.scheduler, latest: latest
        ).eraseToAnyPublisher()
      },
      reference: { world in
        let scheduler = world.scheduler
        return Reference.publisher { reference in
          var (pending, isScheduled) = (Int?.none, false)
          var start: DispatchQueue.SchedulerTimeType?
          var completion: Reference.Completion?
          func deliver() {
            isScheduled = false
            if let value = pending.take() {
              start = scheduler.now
              reference.demand -= 1
              reference.demand += reference.send(value)
            }
            if let completion { reference.end(completion) }
          }
          reference.onRequest = { reference.demand += $0 }
          reference.connect(
            to: world.upstreams[0],
            subscribed: {
              reference.announce()
              reference.upstreams[0]?.request(.unlimited)
            },
            completed: { end in
              completion = end
              if !isScheduled { scheduler.schedule { deliver() } }
            }
          ) { value in
            guard reference.demand > .none else { return .none }
            if latest || pending == nil { pending = value }
            if isScheduled { return .none }
            isScheduled = true
            if let start, start.advanced(by: .nanoseconds(3)) > scheduler.now {
              scheduler.schedule(after: start.advanced(by: .nanoseconds(3))) { deliver() }
            } else {
              scheduler.schedule { deliver() }
            }
            return .none
          }
        }
      })
  }
}
