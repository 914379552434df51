import CSystem
import Glibc
import Locking

/// The filesystems mounted here whose files are served, by another machine or by a process: while
/// that is silent the kernel keeps whoever opens or reads one.
struct RemoteMounts {
  /// As the kernel names them; FUSE's have a word of their own behind a dot at times.
  private static let types: Set<Substring> = [
    "9p", "afs", "autofs", "beegfs", "ceph", "cifs", "coda", "fuse", "fuseblk", "gfs2", "gpfs",
    "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "panfs", "prl_fs", "smb3", "smbfs",
    "vboxsf", "virtiofs", "vmhgfs",
  ]

  private let devices: Set<dev_t>

  /// - Parameter text: as `/proc/self/mountinfo` has it.
  init(mountInfo text: String) {
    devices = Set(text.split(separator: "\n").compactMap(Self.remoteDevice))
  }

  var isEmpty: Bool { devices.isEmpty }

  /// Whether files of this `st_dev` are served.
  func contains(_ device: dev_t) -> Bool { devices.contains(device) }

  /// As in `36 35 0:52 / /home rw,noatime shared:1 - nfs4 server:/home rw`.
  private static func remoteDevice(_ line: Substring) -> dev_t? {
    let fields = line.split(separator: " ")
    guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"),
      dash + 1 < fields.count, let type = fields[dash + 1].split(separator: ".").first,
      // What systemd mounts there everywhere is for no media.
      types.contains(type), !fields[4].hasPrefix("/proc/")
    else { return nil }
    let numbers = fields[2].split(separator: ":").compactMap { UInt32($0) }
    return numbers.count == 2 ? gnu_dev_makedev(numbers[0], numbers[1]) : nil
  }
}

extension RemoteMounts {
  /// The kernel's table, which is read again only when `poll` tells that it has changed: reading it
  /// takes longer than a thread.
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

  /// Those mounted now; none where `/proc` is not there. From any thread.
  static var current: RemoteMounts { watch.withLock { $0.look() } }
}
