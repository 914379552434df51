import Glibc
import PlayheadArguments
import PlayheadFollowing
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadServing
import PlayheadTimekeeping

/// The options of `playhead follow`.
package struct FollowOptions {
  /// How the files are played.
  var playing = PlayOptions()
  /// What `--audio` is for each file, the last one also for those after it; empty for no sound.
  var sounds: [PlayOptions] = []
  var settings = FollowerSettings()
  var leader: FollowTarget?
  /// Where a file that leads begins.
  var start = MediaTime.zero
  var followers: [(target: FollowTarget, offset: MediaTime)] = []

  package init() {}
}

extension FollowOptions: SubcommandAction {
  package static let table: [CommandOption<FollowOptions>] =
    [
      .setting(
        nil, "pull", "PERCENT", "rate by which a difference is corrected (0.5)", \.settings.pull,
        .oneOf(["0.01 to 10"])
      ) { text in
        Decimal(text).map { Double($0.digits) / Double($0.scale) / 100 }
          .flatMap { (0.000_1...0.1).contains($0) ? $0 : nil }
      },
      .setting(
        nil, "tolerance", "TIME", "seek a player without rates beyond this (40ms)",
        \.settings.tolerance, .positiveTime, duration),
      .setting(
        nil, "freewheel", "TIME", "play on for so long without the leader (10s)",
        \.settings.freewheel, .positiveTime, duration),
      .setting(
        nil, "on-loss", .oneOf("WHAT", ["pause", "play"]),
        "pause, or play on, after that time", \.settings.playsOnAfterLoss,
        .oneOf(["pause", "play"])
      ) { ["pause": false, "play": true][$0] },
      .setting(
        nil, "on-user", .oneOf("WHAT", ["follow", "leave"]),
        "follow, or leave a player that its user moves", \.settings.leavesUsedPlayer,
        .oneOf(["follow", "leave"])
      ) { ["follow": false, "leave": true][$0] },
      .setting(
        nil, "start", "TIME", "start a file that leads at this position", \.start, .time
      ) { TimeArgument.signed($0).flatMap { $0 < .zero ? nil : $0 } },
    ]
    + PlayOptions.leadingOptions.lifted(to: \.playing)
    + PlayOptions.audioOptions.filter { $0.long == "audio" }.lifted(to: \.nextSound)
    + (PlayOptions.observedOptions + PlayOptions.servingOptions + PlayOptions.attachedOptions)
    .filter { ["probe", "protocols", "serve", "key", "verbose"].contains($0.long) }
    .lifted(to: \.playing)

  private var nextSound: PlayOptions {
    get { PlayOptions() }
    set { sounds.append(newValue) }
  }

  package var given: Set<String> {
    get { playing.given }
    set { playing.given = newValue }
  }

  /// For how long a source itself plays on without a sign of its playhead; nil for its usual time. After a lost
  /// server, the followers play on for the stated time.
  func freewheel(of target: AttachTarget) -> Duration? {
    if target.timeline != nil { return .seconds(3) }
    return target.isTimecode && given.contains("freewheel") ? settings.freewheel : nil
  }

  private static func duration(_ text: String) -> Duration? {
    TimeArgument.positive(text).map { Duration($0) }
  }

  private static let leastNeeded = ["probe", "protocols", "key"]

  package static var help: String {
    let needed = table.filter { !leastNeeded.contains($0.long) }
    return text(
      Help.rows(
        [OptionGroup("", needed)],
        then: [("-h, --help all", "print all options")], apart: false))
  }

  package static func fullHelp(among subcommands: [Subcommand]) -> String {
    text(Help.rows(table))
  }

  private static func text(_ rows: String) -> String {
    """
    playhead follow keeps players at the position of a leader: they play, pause,
    seek and end together (docs/user/following.md).
    usage: playhead follow [OPTIONS] LEADER FOLLOWER[@OFFSET]...
    LEADER is a file, which is played, or one of:
      mpv:PATH, mpris[:NAME], mpd[:HOST[:PORT]]   another player
      ltc:DEVICE|FILE, mtc:PORT, artnet:[ADDRESS], osc:PORT   timecode
      playhead://HOST[:PORT], clock:18:00:00   another machine; the time of day
    FOLLOWER is a file or a player, OFFSET its position at 0 of the leader (@-1.5).

    \(rows)
    Exit status: 0 the leader has ended, 1 failure, 2 usage error, 128 + signal.
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    guard operands.count > 1, let first = operands.first else {
      throw .missingOperand(operands.isEmpty ? "leader" : "follower", command: "playhead follow")
    }
    guard let leader = FollowTarget(first, isLeader: true) else {
      throw .invalidValue(first, option: "LEADER", expected: .leader)
    }
    var targets = [leader]
    for operand in operands.dropFirst() {
      let (name, offset) = try Self.parts(of: operand)
      guard let target = FollowTarget(name, isLeader: false) else {
        throw .invalidValue(name, option: "FOLLOWER", expected: .follower)
      }
      if !target.isFile, targets.contains(where: target.mayBe) {
        throw .invalidValue(name, option: "FOLLOWER", expected: .otherPlayer)
      }
      targets.append(target)
      followers.append((target, offset))
    }
    self.leader = leader
    let fileCount = targets.count(where: \.isFile)
    if sounds.count > fileCount { throw .missing("a file of its own", requiredBy: "--audio") }
    if fileCount == 0, let option = firstGiven(of: "probe", "protocols") {
      throw .missing("a file", requiredBy: option)
    }
    if !leader.isFile, let option = firstGiven(of: "start", "loop") {
      throw .missing("a file that leads", requiredBy: option)
    }
    let server: TimelineAddress? =
      if case .attached(let target) = leader { target.timeline } else { nil }
    try playing.checkServing(following: server)
    if case .clock = leader, playing.serving.address != nil {
      throw .conflict("--serve", with: first)
    }
  }

  /// Returns the name and the offset of a follower.
  private static func parts(
    of operand: String
  ) throws(UsageError) -> (name: String, offset: MediaTime) {
    guard let place = operand.lastIndex(of: "@"), place > operand.startIndex,
      access(ExactText.bytes(of: operand).cString, F_OK) != 0
    else { return (operand, .zero) }
    let text = operand[operand.index(after: place)...]
    let unsigned = text.first == "+" ? text.dropFirst() : text
    if let time = TimeArgument.signed(String(unsigned)) { return (String(operand[..<place]), time) }
    // With a sign and a digit it is no name, such as a label of timecode.
    let isNumber = text.dropFirst().first?.isNumber == true && text.first.map("+-".contains) == true
    if isNumber { throw .invalidValue(String(text), option: "@OFFSET", expected: .time) }
    return (operand, .zero)
  }
}
