import CPlayheadSystem
import Glibc
import PlayheadLocking

/// The mounted filesystems whose files are served by another machine or by a process. Opening or
/// reading such a file blocks in the kernel, without a limit, while the server does not respond.
struct RemoteMounts {
  /// The kernel's names of the filesystem types. Those of FUSE may have a suffix after a dot.
  private static let types = [
    "9p", "afs", "autofs", "beegfs", "ceph", "cifs", "coda", "fuse", "fuseblk", "gfs2", "gpfs",
    "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "panfs", "prl_fs", "smb3", "smbfs",
    "vboxsf", "virtiofs", "vmhgfs",
  ]

  private let devices: Set<dev_t>

  /// Parses a mount table in the format of `/proc/self/mountinfo`.
  init(mountInfo text: String) {
    let lines = text[...].utf8.split(separator: UInt8(ascii: "\n"))
    devices = Set(lines.compactMap(Self.remoteDevice))
  }

  var isEmpty: Bool { devices.isEmpty }

  /// Whether files with this `st_dev` are on a served filesystem.
  func contains(_ device: dev_t) -> Bool { devices.contains(device) }

  /// Returns the device of a line of the table; nil if its filesystem is local.
  private static func remoteDevice(_ line: Substring.UTF8View) -> dev_t? {
    // A line is, for example, `36 35 0:52 / /home rw,noatime shared:1 - nfs4 server:/home rw`. It is read as bytes,
    // because finding characters takes ten times as long, at each start.
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count > 6,
      let dash = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
      dash + 1 < fields.count,
      let type = fields[dash + 1].split(separator: UInt8(ascii: ".")).first,
      // systemd mounts an autofs under /proc on every machine; it holds no media.
      types.contains(where: { $0.utf8.elementsEqual(type) }), !fields[4].starts(with: "/proc/".utf8)
    else { return nil }
    let numbers = fields[2].split(separator: UInt8(ascii: ":")).compactMap { UInt32(Substring($0)) }
    return numbers.count == 2 ? gnu_dev_makedev(numbers[0], numbers[1]) : nil
  }
}

extension RemoteMounts {
  /// The kernel's mount table. It is read again only when `poll` reports a change, because reading
  /// it takes longer than starting a thread.
  private struct Watch {
    private var table: Int32 = -1
    private var mounts = RemoteMounts(mountInfo: "")

    mutating func look() -> RemoteMounts {
      if table < 0 {
        table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      } else {
        var entry = pollfd(fd: table, events: Int16(POLLPRI), revents: 0)
        if poll(&entry, 1, 0) <= 0 { return mounts }
      }
      if table >= 0 { mounts = RemoteMounts(mountInfo: text) }
      return mounts
    }

    private var text: String {
      var bytes: [UInt8] = []
      lseek(table, 0, SEEK_SET)
      let piece = 16_384
      var count = piece
      while count > 0 {
        let read = [UInt8](unsafeUninitializedCapacity: piece) { buffer, length in
          length = max(Glibc.read(table, buffer.baseAddress, piece), 0)
        }
        bytes += read
        count = read.count
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let watch = Locked(Watch())

  /// The currently mounted filesystems; empty if `/proc` is missing. Safe from any thread.
  static var current: RemoteMounts { watch.withLock { $0.look() } }
}
