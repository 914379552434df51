import Dispatch
import Glibc
import PlayheadAttaching
import PlayheadCore
import PlayheadFollowing
import PlayheadLocking
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
    /// Claim the player by its name, and by the number with which a server offers its position, once that is known.
    var claims: [FollowerClaim]
    /// Whether the player does not follow any more. Its last requests may not have reached it.
    var isDropped = false
  }

  private struct State {
    /// The players that have begun to follow, in the order of the command line.
    var followed: [Followed] = []
    var leader: (any Playhead)?
    var subscriptions: [AnyCancellable] = []
    var stopReason: EndReason?
    var hasLostLeader = false
    var hasFailed = false
    var timer: (any HostTimer)?
    var fileCount = 0
    var clocks = SystemClockWatch()
  }

  /// The time in which players are paused after the end of their leader, or when it is lost.
  private static let pauseTime = Duration.milliseconds(500)
  private static let lossTime = Duration.seconds(5)
  /// When it is reported that a player has no position, as one without a file.
  private static let patience = Duration.seconds(5)

  /// How often the clocks of the system are compared.
  private static let watchTime = Duration.seconds(1)

  private let options: FollowOptions
  private let clock: any HostClock = SystemHostClock.shared
  private let queue = DispatchQueue(label: "playhead.follow")
  private let state = Locked(State())
  private let finished = DispatchSemaphore(value: 0)

  init(_ options: FollowOptions) { self.options = options }

  /// Follows until the leader ends, no follower is left, or `stop` is called.
  func run(_ leader: FollowTarget) throws(FileFailure) -> ExitStatus {
    var claims = try claims(leader)
    let server = try options.playing.serving.makeServer()
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.stop(.end) }
    let playing = makePlayer(leader, server)
    state.withLock { ($0.leader, $0.timer) = (playing, timer) }
    for number in options.followers.indices { follow(playing, leader, number, claims[number]) }
    // Each player has its own, and releases them when it is left.
    claims = []
    // Now it is known who follows it.
    if let playing {
      server?.serve(playing, title: "\(leader)")
      watch(playing, named: "\(leader)") { [weak self] in self?.lose($0, hasFailed: $1) }
      if case .attached(.player) = leader { checkWhenAttached(leader, playing) }
    }
    if let player = playing as? Player {
      if options.start > .zero { player.setStart(options.start) }
      if options.playing.isLooping {
        player.setLoop(PlaybackLoop(from: options.start, count: options.playing.loopCount))
      }
      keep(
        player.didPlayToEndTimePublisher(queue: queue).sink { [weak self, options] end in
          if options.start > end {
            Messages.say(
              FileMessage.pointAfterEnd(
                option: "--start", position: options.start.decimalText(places: 3),
                end: end.decimalText(places: 3)), about: "\(leader)")
          }
          self?.end(after: Self.pauseTime)
        })
      player.play()
    }
    let reminder = clock.makeTimer(on: queue) { [weak self] in self?.reportUnknown(leader) }
    reminder.arm(at: clock.now.advanced(by: Self.patience))
    let watch = clock.makeRoutine(on: .worker("playhead-follow")) { [weak self] in
      self?.watchClocks(leader) ?? .wait(until: nil)
    }
    watch.wake()
    finished.wait()
    watch.stop()
    for timer in [timer, reminder] { timer.cancel() }
    server?.finish()
    let (followed, subscriptions) = state.withLock { ($0.followed, $0.subscriptions) }
    for subscription in subscriptions { subscription.cancel() }
    for each in followed { each.follower.cancel() }
    waitForRates(of: followed.compactMap { $0.player as? AttachedPlayer })
    let (reason, hasFailed) = state.withLock { ($0.stopReason, $0.hasFailed) }
    return reason?.exitStatus ?? (hasFailed ? .failed : .played)
  }

  /// Prints that the machine slept, or that the clock that leads was set.
  private func watchClocks(_ leader: FollowTarget) -> HostRoutineNext {
    if let reading = SystemClockWatch.Reading(clock) {
      let lines = state.withLock { state in
        state.clocks.compare(reading, usesSystemClock: leader.isWallClock)
      }
      for line in lines { Messages.say("\(leader): \(line)") }
    }
    return .wait(until: clock.now.advanced(by: Self.watchTime))
  }

  /// Claims the followers for this process. The leader follows no other one, which might be one of its followers.
  private func claims(_ leader: FollowTarget) throws(FileFailure) -> [[FollowerClaim]] {
    var claims: [[FollowerClaim]] = []
    for (target, _) in options.followers {
      claims.append(target.isFile ? [] : [try FollowerClaim(target, leads: false)])
    }
    if case .attached(.player) = leader { _ = try FollowerClaim(leader, leads: true) }
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
      attaching.freewheel = options.freewheel(of: target)
      return target.attach(attaching, media: .none, clock: clock, for: server) {
        [weak self] origin in self?.refuse(origin, of: target)
      }
    }
  }

  /// The leader's timeline comes from a player, which must not follow it or another leader.
  private func refuse(_ origin: UInt64, of leader: AttachTarget) {
    let (stopReason, followed) = state.withLock { ($0.stopReason, $0.followed) }
    let same = followed.enumerated().filter { number, each in
      self.origin(of: each, number).map { TimelineOrigin.isSame($0, origin) } ?? false
    }
    for (number, each) in same {
      drop(number, "\(each.name): its own position is what \(leader) offers")
    }
    if same.isEmpty, stopReason == nil { refuse(.attached(leader), origin: origin) }
  }

  /// Ends the command if another one steers the leader.
  private func refuse(_ leader: FollowTarget, origin: UInt64) {
    do throws(FileFailure) {
      _ = try FollowerClaim(leader, origin: origin, leads: true)
    } catch {
      Messages.say(error.message)
      state.withLock { $0.hasFailed = true }
      stop(.closed)
    }
  }

  /// Another command may steer the leader by another name. Then it is known which player that is.
  private func checkWhenAttached(_ target: FollowTarget, _ leader: any Playhead) {
    guard let leader = leader as? AttachedPlayer else { return }
    keep(
      leader.statusPublisher(queue: queue).sink { [weak self, weak leader] status in
        if status == .attached, let origin = leader.flatMap(target.origin) {
          self?.refuse(target, origin: origin)
        }
      })
  }

  private func origin(of followed: Followed, _ number: Int) -> UInt64? {
    (followed.player as? AttachedPlayer).flatMap(options.followers[number].target.origin)
  }

  /// Claims a follower once it is known which player it is.
  private func claim(_ number: Int) {
    let followed = state.withLock { $0.followed[number] }
    guard followed.claims.count == 1, let origin = origin(of: followed, number) else { return }
    do throws(FileFailure) {
      let target = options.followers[number].target
      let claim = try FollowerClaim(target, origin: origin, leads: false)
      state.withLock {
        if !$0.followed[number].isDropped { $0.followed[number].claims.append(claim) }
      }
    } catch { drop(number, error.message) }
  }

  private func follow(
    _ leader: (any Playhead)?, _ target: FollowTarget, _ number: Int, _ claims: [FollowerClaim]
  ) {
    let (own, offset) = options.followers[number]
    guard let player = makePlayer(own) else { return }
    let follower =
      if let leader {
        Follower(of: leader, player, offset: offset, settings: options.settings)
      } else {
        Follower(
          reading: { [clock] in target.wallClockProgress(clock) }, player, offset: offset,
          settings: options.settings)
      }
    state.withLock {
      $0.followed.append(
        Followed(name: "\(own)", player: player, follower: follower, claims: claims))
    }
    watch(player, named: "\(own)") { [weak self] in self?.drop(number, $0, hasFailed: $1) }
    keep(
      follower.statusPublisher(queue: queue).sink { [weak self] status in
        if case .left(let reason) = status {
          self?.drop(number, "\(own): \(reason)")
        } else if let other = self?.otherName(of: number) {
          self?.drop(number, "\(own): it is the same player as \(other)")
        } else {
          self?.claim(number)
        }
        self?.endWithLeader()
      })
    guard let attached = player as? AttachedPlayer else { return }
    let items = attached.currentItemPublisher(queue: queue).compactMap { $0?.location }
      .removeDuplicates().dropFirst()
    keep(items.sink { [weak self] _ in self?.drop(number, "\(own): it plays another file") })
  }

  private func keep(_ subscription: AnyCancellable) {
    state.withLock { $0.subscriptions.append(subscription) }
  }

  /// Returns the name of the leader, or of a follower with a lower number, that is the same player.
  private func otherName(of number: Int) -> String? {
    let (leader, followed) = state.withLock { ($0.leader, $0.followed) }
    guard let own = followed[number].player as? AttachedPlayer, let process = own.process else {
      return nil
    }
    let earlier = followed.prefix(number).filter { !$0.isDropped }
    let others = [leader] + earlier.map { $0.player as any Playhead }
    return others.lazy.compactMap { $0 as? AttachedPlayer }.first { other in
      // A process may have several players with a socket each.
      other.process == process && !(other.name.hasPrefix("mpv:") && own.name.hasPrefix("mpv:"))
    }?.name
  }

  /// Calls a closure when a player is lost, with a line for the user, and whether it has failed.
  private func watch(
    _ player: any Playhead, named name: String,
    _ isLost: @escaping @Sendable (String, Bool) -> Void
  ) {
    if let player = player as? Player {
      keep(
        player.statusPublisher(queue: queue).sink { status in
          if case .failed(let error) = status { isLost("\(error)", true) }
        })
    }
    guard let player = player as? AttachedPlayer else { return }
    keep(
      player.statusPublisher(queue: queue).sink { status in
        switch status {
        case .ended: isLost("\(name): the player has ended", false)
        case .failed(let reason): isLost("\(name): \(reason)", true)
        default: return
        }
      })
    keep(
      player.noticePublisher.sink { notice in
        if case .other(let text) = notice { Messages.say("\(name): \(text)") }
      })
  }

  /// The leader is lost. The followers play on, and are paused, except one whose position is not known.
  private func lose(_ line: String, hasFailed: Bool) {
    Messages.say(line)
    state.withLock { ($0.hasLostLeader, $0.hasFailed) = (true, $0.hasFailed || hasFailed) }
    end(after: options.settings.freewheel + Self.lossTime)
    endWithLeader()
  }

  /// Ends the command once the leader is lost and no player follows any more.
  private func endWithLeader() {
    let (hasLostLeader, followed) = state.withLock { ($0.hasLostLeader, $0.followed) }
    let statuses = followed.filter { !$0.isDropped }.map(\.follower.status)
    if hasLostLeader, statuses.allSatisfy({ [.waiting, .lost].contains($0) }) {
      end(after: Self.pauseTime)
    }
  }

  private func end(after time: Duration) {
    state.withLock { $0.timer }?.arm(at: clock.now.advanced(by: time))
  }

  /// A player does not follow any more, so that another command may claim it. One that ends near its end has not failed.
  private func drop(_ number: Int, _ line: String, hasFailed: Bool = true) {
    let (followed, isLast) = state.withLock { state in
      let followed = state.followed[number]
      (state.followed[number].isDropped, state.followed[number].claims) = (true, [])
      // Some may not have begun to follow.
      return (followed, state.followed.count(where: \.isDropped) == options.followers.count)
    }
    if followed.isDropped { return }
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

  /// Prints which players have no position yet, or end before the position of their leader.
  private func reportUnknown(_ leader: FollowTarget) {
    let (source, followed) = state.withLock { ($0.hasLostLeader ? nil : $0.leader, $0.followed) }
    // A server that does not answer is lost soon, with its own line.
    let isAwaited = leader.isTimeline && (source as? AttachedPlayer)?.status == .connecting
    let leading: (any Playhead)? = isAwaited ? nil : source
    let followers = followed.filter { !$0.isDropped }
    let all = [("\(leader)", leading)] + followers.map { ($0.name, $0.player as any Playhead) }
    for (name, player) in all where player.map({ $0.progressIfKnown == nil }) ?? false {
      Messages.say("\(name): no position yet (waiting for it)")
    }
    let now = clock.now
    let progress = source.map(\.progressIfKnown) ?? leader.wallClockProgress(clock)
    guard let progress, progress.state != .ended else { return }
    let position = progress.position(at: now).seconds
    for (number, each) in followed.enumerated() where each.follower.status == .waiting {
      // One that has ended was with its leader.
      guard let own = each.player.progressIfKnown, own.state != .ended else { continue }
      let end = own.duration?.time.seconds ?? .infinity
      if position + options.followers[number].offset.seconds >= end {
        Messages.say("\(each.name): its leader is behind its end, at \(fixed(position, 1)) s")
      }
    }
  }

  /// Prints where the followers are.
  func report() {
    for each in state.withLock({ $0.followed }) where !each.isDropped {
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
    let end = clock.now.advanced(by: .milliseconds(500))
    while clock.now < end,
      players.contains(where: { $0.status == .attached && $0.facts?.rate ?? .normal != .normal })
    { usleep(5_000) }
  }
}
