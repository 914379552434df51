import Foundation
import Media
import Testing

@testable import FFmpegMedia

/// Which filesystems' servers may fall silent, by the kernel's table.
@Suite struct RemoteMountsTests {
  /// What a C library's `makedev` gives for 0:52 and for 300:70000.
  private static let (small, large): (dev_t, dev_t) = (0x34, 0x1111_2c70)

  private func line(_ type: String, device: String = "0:52", at place: String = "/srv") -> String {
    "36 35 \(device) / \(place) rw,noatime shared:1 master:2 - \(type) what rw\n"
  }

  @Test(arguments: [
    "nfs", "nfs4", "cifs", "smb3", "fuse", "fuse.sshfs", "fuseblk", "9p", "ceph", "virtiofs",
    "autofs",
  ]) func served(_ type: String) {
    let mounts = RemoteMounts(mountInfo: line("ext4", device: "8:1", at: "/") + line(type))
    #expect(mounts.contains(Self.small) && !mounts.contains(0x801) && !mounts.isEmpty)
  }

  @Test(arguments: ["ext4", "btrfs", "tmpfs", "overlay", "proc", "fusectl", "nfsd", "xfs"])
  func local(_ type: String) {
    #expect(RemoteMounts(mountInfo: line(type)).isEmpty)
  }

  @Test func devicesOfManyDigits() {
    #expect(RemoteMounts(mountInfo: line("nfs", device: "300:70000")).contains(Self.large))
  }

  @Test func withoutOptionalFields() {
    let text = "36 35 0:52 / /srv rw - nfs4 server:/srv rw"
    #expect(RemoteMounts(mountInfo: text).contains(Self.small))
  }

  @Test func whatIsBelowProcIsForNoMedia() {
    #expect(RemoteMounts(mountInfo: line("autofs", at: "/proc/sys/fs/binfmt_misc")).isEmpty)
  }

  @Test(arguments: ["", "\n\n", "36 35", "36 35 x:y / /srv rw - nfs a b", "1 2 3 4 5 6 7 8 -"])
  func rubbish(_ text: String) {
    #expect(RemoteMounts(mountInfo: text).isEmpty)
  }

  /// The device that a file tells is the one in the table.
  @Test func theTableAndFilesSpeakOfTheSameDevices() throws {
    let table = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    // As if it were served.
    let place = try #require(
      table.split(separator: "\n").last { $0.split(separator: " ")[4] == "/proc" })
    let fields = place.split(separator: " ")
    var status = stat()
    #expect(stat("/proc", &status) == 0)
    let mounts = RemoteMounts(mountInfo: line("nfs", device: String(fields[2])))
    #expect(mounts.contains(status.st_dev))
  }
}
