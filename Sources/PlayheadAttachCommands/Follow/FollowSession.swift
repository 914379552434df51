import Dispatch
import Glibc
import PlayheadAttaching
import PlayheadCore
import PlayheadFollowing
import PlayheadFormatting
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadServing
import PlayheadTimekeeping
import PortableCombine

/// Keeps the followers of a command line at the position of their leader.
final class FollowSession: Sendable {
  private struct Followed {
    var name: String
    var player: any PlayheadTransport
    var follower: Follower
    /// Whether the player does not follow any more. Its last requests may not have reached it.
    var isDropped = false
  }

  private struct State {
    /// The players that have begun to follow, by their numbers.
    var followed: [Int: Followed] = [:]
    var leader: (any Playhead)?
    var subscriptions: [AnyCancellable] = []
    var stopReason: EndReason?
    var hasFailed = false
    var timer: (any HostTimer)?
    var fileCount = 0
  }

  /// The time in which players are paused after the end of their leader.
  private static let pauseTime = Duration.milliseconds(500)

  private let options: FollowOptions
  private let clock: any HostClock = SystemHostClock.shared
  private let queue = DispatchQueue(label: "playhead.follow")
  private let state = Locked(State())
  private let finished = DispatchSemaphore(value: 0)

  init(_ options: FollowOptions) { self.options = options }

  /// Follows until the leader ends, no follower is left, or `stop` is called.
  func run(_ leader: FollowTarget) throws(FileFailure) -> ExitStatus {
    let claims = try claims(leader)
    let server = try options.playing.serving.makeServer()
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.stop(.end) }
    let playing = makePlayer(leader, server)
    state.withLock { ($0.leader, $0.timer) = (playing, timer) }
    for (number, operand) in options.followers.enumerated() {
      follow(playing, leader, number, operand.target, operand.offset)
    }
    // Now it is known who follows it.
    if let playing {
      server?.serve(playing, title: "\(leader)")
      watch(playing, named: "\(leader)") { [weak self] in self?.lose($0, hasFailed: $1) }
    }
    if let player = playing as? Player {
      let end = player.didPlayToEndTimePublisher(queue: queue).sink { [clock] _ in
        timer.arm(at: clock.now.advanced(by: Self.pauseTime))
      }
      state.withLock { $0.subscriptions.append(end) }
      player.play()
    }
    finished.wait()
    timer.cancel()
    server?.finish()
    let (followed, subscriptions) = state.withLock { ($0.followed.values, $0.subscriptions) }
    for subscription in subscriptions { subscription.cancel() }
    for each in followed { each.follower.cancel() }
    waitForRates(of: followed.compactMap { $0.player as? AttachedPlayer })
    withExtendedLifetime(claims) {}
    let (reason, hasFailed) = state.withLock { ($0.stopReason, $0.hasFailed) }
    return reason?.exitStatus ?? (hasFailed ? .failed : .played)
  }

  /// Claims the followers for this process. A player that is led by another one cannot lead: it might be led by its own
  /// follower.
  private func claims(_ leader: FollowTarget) throws(FileFailure) -> [FollowerClaim] {
    var claims: [FollowerClaim] = []
    let followers = options.followers.map(\.target)
    for (index, target) in (followers + [leader]).enumerated() {
      guard case .attached(.player) = target else { continue }
      do {
        let claim = try FollowerClaim(target)
        if index == followers.count ? !claim.isClaimed : claim.claim() {
          claims.append(claim)
          continue
        }
      } catch { throw FileFailure(message: "\(target): \(error.description)") }
      throw FileFailure(message: "\(target): it follows a leader already")
    }
    return claims
  }

  private func makePlayer(
    _ target: FollowTarget, _ server: TimelineServer? = nil
  ) -> (any PlayheadTransport)? {
    switch target {
    case .clock: return nil
    case .file(let name):
      let number = state.withLock { state in
        state.fileCount += 1
        return min(state.fileCount, options.sounds.count)
      }
      let audio = number > 0 ? options.sounds[number - 1].audioPlayback : nil
      return Player(media: options.playing.access.media(name), clock: clock, audio: audio)
    case .attached(let target):
      var attaching = AttachOptions()
      attaching.bound = .milliseconds(1)
      attaching.records.serving.key = options.playing.serving.key
      // Then the followers play on for the time that the user states.
      attaching.freewheel = target.timeline != nil ? .seconds(3) : nil
      return target.attach(attaching, media: .none, clock: clock, for: server)
    }
  }

  private func follow(
    _ leader: (any Playhead)?, _ target: FollowTarget, _ number: Int, _ own: FollowTarget,
    _ offset: MediaTime
  ) {
    guard let player = makePlayer(own) else { return }
    let follower: Follower
    if let leader {
      follower = Follower(of: leader, player, offset: offset, settings: options.settings)
    } else if case .clock(_, let start) = target {
      follower = Follower(
        reading: { [clock] in .ofWallClock(since: start, clock) }, player, offset: offset,
        settings: options.settings)
    } else {
      return
    }
    let followed = Followed(name: "\(own)", player: player, follower: follower)
    state.withLock { $0.followed[number] = followed }
    watch(player, named: followed.name) { [weak self] in self?.drop(number, $0, hasFailed: $1) }
    let status = follower.statusPublisher(queue: queue).sink { [weak self] status in
      if case .left(let reason) = status {
        self?.drop(number, "\(own): \(reason)")
      } else if let other = self?.otherName(of: number) {
        self?.drop(number, "\(own): it is the same player as \(other)")
      }
    }
    var subscriptions = [status]
    if let attached = player as? AttachedPlayer {
      let items = attached.currentItemPublisher(queue: queue).compactMap { $0?.location }
        .removeDuplicates().dropFirst()
      subscriptions.append(
        items.sink { [weak self] _ in self?.drop(number, "\(own): it plays another file") })
    }
    state.withLock { $0.subscriptions += subscriptions }
  }

  /// Returns the name of the leader, or of a follower with a lower number, that is the same player.
  private func otherName(of number: Int) -> String? {
    let (leader, followed) = state.withLock { ($0.leader, $0.followed) }
    guard let own = followed[number]?.player as? AttachedPlayer, let process = own.process else {
      return nil
    }
    let earlier = followed.filter { $0.key < number && !$0.value.isDropped }.values.map(\.player)
    return (earlier + [leader]).lazy.compactMap { $0 as? AttachedPlayer }.first { other in
      // A process may have several players with a socket each.
      other.process == process && !(other.name.hasPrefix("mpv:") && own.name.hasPrefix("mpv:"))
    }?.name
  }

  /// Calls a closure when a player is lost, with a line for the user, and whether it has failed.
  private func watch(
    _ player: any Playhead, named name: String,
    _ isLost: @escaping @Sendable (String, Bool) -> Void
  ) {
    var subscriptions: [AnyCancellable] = []
    if let player = player as? Player {
      subscriptions = [
        player.statusPublisher(queue: queue).sink { status in
          if case .failed(let error) = status { isLost("\(error)", true) }
        }
      ]
    } else if let player = player as? AttachedPlayer {
      subscriptions = [
        player.statusPublisher(queue: queue).sink { status in
          switch status {
          case .ended: isLost("\(name): the player has ended", false)
          case .failed(let reason): isLost("\(name): \(reason)", true)
          default: return
          }
        },
        player.noticePublisher.sink {
          if case .other(let text) = $0 { Messages.say("\(name): \(text)") }
        },
      ]
    }
    state.withLock { $0.subscriptions += subscriptions }
  }

  /// The leader is lost. The followers are paused after the time for which they play on.
  private func lose(_ line: String, hasFailed: Bool) {
    Messages.say(line)
    let (followed, timer) = state.withLock { state in
      state.hasFailed = state.hasFailed || hasFailed
      return (state.followed.values, state.timer)
    }
    if followed.allSatisfy({ $0.isDropped || $0.follower.status == .waiting }) {
      return stop(.closed)
    }
    let time = options.settings.freewheel + Self.pauseTime
    timer?.arm(at: clock.now.advanced(by: time))
  }

  /// A player does not follow any more. One that ends near its end has not failed.
  private func drop(_ number: Int, _ line: String, hasFailed: Bool = true) {
    let (followed, isLast) = state.withLock { state in
      let followed = state.followed[number].flatMap { $0.isDropped ? nil : $0 }
      state.followed[number]?.isDropped = true
      // Some may not have begun to follow.
      let count = state.followed.values.count(where: \.isDropped)
      return (followed, count == options.followers.count)
    }
    guard let followed else { return }
    Messages.say(line)
    if hasFailed || !followed.follower.isNearEnd { state.withLock { $0.hasFailed = true } }
    followed.follower.cancel()
    if isLast { stop(.closed) }
  }

  /// Ends the command. The players continue.
  func stop(_ reason: EndReason) {
    state.withLock { $0.stopReason = $0.stopReason ?? reason }
    finished.signal()
  }

  /// Prints where the followers are.
  func report() {
    let all = state.withLock { $0.followed }.sorted { $0.key < $1.key }.map(\.value)
    for each in all where !each.isDropped {
      let difference = each.follower.difference.map { difference in
        let (behind, uncertainty) = (difference.behind / .milliseconds(1), difference.uncertainty)
        return ", \(fixed(abs(behind), 1)) ms \(behind < 0 ? "ahead" : "behind")"
          + ", ± \(fixed(uncertainty / .milliseconds(1), 1)) ms"
      }
      Messages.say("\(each.name): \(each.follower.status)\(difference ?? "")")
    }
  }

  /// Waits for a moment, until the players have reported that they play at rate 1, or would.
  private func waitForRates(of players: [AttachedPlayer]) {
    let end = clock.now.advanced(by: .seconds(1))
    func hasOtherRate(_ player: AttachedPlayer) -> Bool {
      player.status == .attached && player.facts.map { $0.rate != .normal } ?? false
    }
    while clock.now < end, players.contains(where: hasOtherRate) { usleep(5_000) }
  }
}

extension PlayheadProgress {
  /// The position of the wall clock, which is zero at a time in nanoseconds since 1970.
  fileprivate static func ofWallClock(since start: Int64, _ clock: any HostClock) -> Self {
    let now = clock.now
    let elapsed = WallTime(of: now, now: now).nanoseconds.subtractingReportingOverflow(start)
    return PlayheadProgress(
      position: .nanoseconds(elapsed.partialValue), hostInstant: now, rate: .normal,
      state: .playing, cause: .requested)
  }
}
