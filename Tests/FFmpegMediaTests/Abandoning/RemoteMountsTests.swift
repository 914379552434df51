import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Finds the filesystems in the kernel's mount table whose server may stop responding.
@Suite struct RemoteMountsTests {
  /// What `makedev` of the C library returns for 0:52 and for 300:70000.
  private static let (small, large): (dev_t, dev_t) = (0x34, 0x1111_2c70)

  private func line(_ type: String, device: String = "0:52", at place: String = "/srv") -> String {
    "36 35 \(device) / \(place) rw,noatime shared:1 master:2 - \(type) what rw\n"
  }

  @Test(arguments: [
    "nfs", "nfs4", "cifs", "smb3", "fuse", "fuse.sshfs", "fuseblk", "9p", "ceph", "virtiofs",
    "autofs",
  ]) func servedFilesystemsAreRecognized(_ type: String) {
    let mounts = RemoteMounts(mountInfo: line("ext4", device: "8:1", at: "/") + line(type))
    #expect(mounts.contains(Self.small) && !mounts.contains(0x801) && !mounts.isEmpty)
  }

  @Test(arguments: ["ext4", "btrfs", "tmpfs", "overlay", "proc", "fusectl", "nfsd", "xfs"])
  func localFilesystemsAreNotIncluded(_ type: String) {
    #expect(RemoteMounts(mountInfo: line(type)).isEmpty)
  }

  @Test func largeDeviceNumbersAreParsed() {
    #expect(RemoteMounts(mountInfo: line("nfs", device: "300:70000")).contains(Self.large))
  }

  @Test func linesWithoutOptionalFieldsAreParsed() {
    let text = "36 35 0:52 / /srv rw - nfs4 server:/srv rw"
    #expect(RemoteMounts(mountInfo: text).contains(Self.small))
  }

  @Test func mountsBelowProcAreIgnored() {
    #expect(RemoteMounts(mountInfo: line("autofs", at: "/proc/sys/fs/binfmt_misc")).isEmpty)
  }

  @Test(arguments: ["", "\n\n", "36 35", "36 35 x:y / /srv rw - nfs a b", "1 2 3 4 5 6 7 8 -"])
  func malformedLinesAreIgnored(_ text: String) {
    #expect(RemoteMounts(mountInfo: text).isEmpty)
  }

  /// The device number that `stat` reports is the one in the mount table.
  @Test func deviceNumbersMatchThoseOfStat() throws {
    let table = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    // Treats /proc as if a server provided it.
    let place = try #require(
      table.split(separator: "\n").last { $0.split(separator: " ")[4] == "/proc" })
    let fields = place.split(separator: " ")
    var status = stat()
    #expect(stat("/proc", &status) == 0)
    let mounts = RemoteMounts(mountInfo: line("nfs", device: String(fields[2])))
    #expect(mounts.contains(status.st_dev))
  }
}
