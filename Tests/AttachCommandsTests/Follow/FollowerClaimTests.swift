import PlayheadOutputs
import Testing

@testable import PlayheadAttachCommands

/// A player has a number as a whole, and one for each of its sockets.
@Suite struct FollowerClaimTests {
  private let target = FollowTarget.file("mpv:x")
  private let process = UInt64.random(in: 1..<1 << 28) << 36
  private var sockets: [UInt64] { [process | 0x10, process | 0x20] }

  private func isRefused(_ origin: UInt64, leads: Bool = false) -> Bool {
    do throws(FileFailure) {
      _ = try FollowerClaim(target, origin: origin, leads: leads)
      return false
    } catch { return error.message == "mpv:x: it follows a leader already" }
  }

  @Test func aPlayerWithASocketHasOneLeader() throws {
    var claim: FollowerClaim? = try FollowerClaim(target, origin: sockets[0], leads: false)
    for leads in [false, true] {
      #expect(isRefused(sockets[0], leads: leads) && isRefused(process, leads: leads))
      // A process may have two players.
      #expect(!isRefused(sockets[1], leads: leads))
    }
    withExtendedLifetime(claim) {}
    claim = nil
    #expect(!isRefused(sockets[0]) && !isRefused(process))
  }

  @Test func aPlayerWithANameOfItsBusHasOneLeader() throws {
    let claim = try FollowerClaim(target, origin: process, leads: false)
    for leads in [false, true] {
      #expect(isRefused(process, leads: leads) && isRefused(sockets[0], leads: leads))
    }
    #expect(!isRefused(process ^ 1 << 36))
    withExtendedLifetime(claim) {}
  }

  /// A leader is not claimed: several commands may follow it.
  @Test func aPlayerMayLeadTwice() throws {
    let claim = try FollowerClaim(target, origin: sockets[0], leads: true)
    #expect(!isRefused(process, leads: true) && !isRefused(sockets[0]))
    withExtendedLifetime(claim) {}
  }
}
