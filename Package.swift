// swift-tools-version: 6.2
import PackageDescription

// Not for users: a newer compiler or a newer header of a library may warn, and must not stop their builds.
let warnings: [SwiftSetting] =
  Context.environment["PLAYHEAD_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []
let settings = warnings + [.enableUpcomingFeature("ExistentialAny")]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "playhead",
  products: [
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "PortableCombine", targets: ["PortableCombine"]),
    .library(name: "PlayheadKit", targets: ["PlayheadKit"]),
    .executable(name: "playhead", targets: ["playhead"]),
    .library(name: "PortableCombineFoundation", targets: ["PortableCombineFoundation"]),
    .library(name: "CombineToolkit", targets: ["CombineToolkit"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "PlayheadTesting", targets: ["PlayheadTesting"]),
    // For Fuzz/, which parses command lines with it.
    .library(name: "PlayheadCLI", targets: ["PlayheadCLI"]),
  ],
  targets: [
    module("Locking"),
    .target(name: "CSystem"),
    .target(name: "CProcess"),
    module("Timekeeping", ["Locking", "CSystem"]),
    module("Media", ["Timekeeping", "Locking"]),
    module("Audio", ["Media", "Timekeeping"]),
    // Their libraries are loaded when sound is first used; only the headers are needed to build.
    .target(name: "CSound"),
    module("AudioDevices", ["Audio", "Media", "Timekeeping", "Locking", "CSound"]),
    .systemLibrary(
      name: "CFFmpeg",
      // The module map links each library. The compiler finds Debian's headers; where they are elsewhere,
      // PKG_CONFIG_PATH is set. Otherwise a package that uses only Combine would warn without pkg-config.
      pkgConfig: Context.environment["PKG_CONFIG_PATH"] == nil ? nil : "libavformat",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev", "pkg-config",
        ])
      ]
    ),
    // As CSound: loaded when the first manifest is read.
    .target(name: "CExpat"),
    module("FFmpegMedia", ["Media", "Timekeeping", "CSystem", "CFFmpeg", "CExpat", "Locking"]),
    module("PortableCombine", ["Locking"]),
    module("Combine", ["PortableCombine"]),
    module("PortableCombineFoundation", ["PortableCombine", "Locking"]),
    module("CombineToolkit", ["PortableCombine"]),
    module(
      "PlayheadCore",
      ["Audio", "Media", "Timekeeping", "PortableCombine", "Locking"]),
    module("TimingAnalysis", ["Media", "Timekeeping"]),
    module(
      "PlayheadKit",
      [
        "PlayheadCore", "FFmpegMedia", "AudioDevices", "TimingAnalysis", "Audio", "Media",
        "Timekeeping", "PortableCombine", "CombineToolkit", "Locking",
      ]),
    module("CoreMedia", ["Timekeeping"]),
    module(
      "AVFoundation",
      ["CoreMedia", "PlayheadKit", "PortableCombineFoundation", "PortableCombine", "Locking"]),
    module(
      "PlaybackSession", ["PlayheadCore", "Media", "Timekeeping", "PortableCombine", "Locking"]),
    // As CSound: loaded when a session is first offered on the bus. It needs no headers.
    .target(name: "CSystemBus"),
    module(
      "RemoteControl",
      [
        "PlaybackSession", "PlayheadCore", "Media", "Timekeeping", "PortableCombine", "CSystem",
        "CSystemBus",
        "Locking",
      ]),
    module(
      "PlayheadCLI", ["PlayheadKit", "PlaybackSession", "RemoteControl", "CSystem", "Locking"]),
    .executableTarget(
      name: "playhead", dependencies: ["PlayheadCLI", "CProcess"], swiftSettings: settings),
    module("PlayheadTesting", ["PortableCombine", "Locking", "Audio", "Media", "Timekeeping"]),
    // What tests of several targets need: the repository's files, temporary directories.
    .target(
      name: "TestEnvironment", path: "Tests/TestEnvironment", swiftSettings: settings),
    // A sound server without hardware, for tests and benchmarks.
    .target(
      name: "SoundServer",
      dependencies: ["Audio", "Media", "Timekeeping", "Locking", "TestEnvironment"],
      path: "Tests/SoundServer", swiftSettings: settings),
    .executableTarget(
      name: "SoundDevice", dependencies: ["SoundServer", "Timekeeping"], path: "Tests/SoundDevice",
      swiftSettings: settings),
    tests(
      "PlayheadKitTests", ["PlayheadKit", "Combine", "PlayheadTesting", "TestEnvironment"]),
    tests("CoreMediaTests", ["CoreMedia", "Timekeeping"]),
    tests(
      "AVFoundationTests", ["AVFoundation", "Combine", "PlayheadTesting", "TestEnvironment"]),
    tests(
      "PlayheadCLITests",
      [
        "PlayheadCLI", "PlayheadKit", "PlaybackSession", "RemoteControl", "PlayheadTesting",
        "TestEnvironment",
      ]),
    tests(
      "PlaybackSessionTests",
      [
        "PlaybackSession", "PlayheadCore", "Media", "Timekeeping", "Locking", "PortableCombine",
        "PlayheadTesting", "TestEnvironment",
      ]),
    tests(
      "RemoteControlTests",
      [
        "RemoteControl", "PlaybackSession", "PlayheadCore", "Media", "Timekeeping",
        "PortableCombine", "Locking",
        "PlayheadTesting", "TestEnvironment",
      ]),
    tests("CommandLineTests", ["playhead", "CSystem", "SoundServer", "TestEnvironment"]),
    tests(
      "PlayheadTestingTests",
      ["PlayheadTesting", "PortableCombine", "Media", "Timekeeping", "Locking"]),
    tests(
      "CombineToolkitTests",
      ["CombineToolkit", "PortableCombine", "PlayheadTesting", "Locking", "TestEnvironment"]),
    tests("TimekeepingTests", ["Timekeeping"]),
    tests("MediaTests", ["Media", "Timekeeping"]),
    tests("AudioTests", ["Audio", "Media", "Timekeeping", "TestEnvironment"]),
    tests(
      "AudioDevicesTests",
      [
        "AudioDevices", "SoundServer", "PlayheadTesting", "Audio", "Media", "Timekeeping",
        "Locking", "TestEnvironment",
      ]),
    tests("TimingAnalysisTests", ["TimingAnalysis", "Media", "Timekeeping"]),
    tests(
      "PlayheadCoreTests",
      [
        "PlayheadCore", "Audio", "Media", "Timekeeping", "PortableCombine", "CombineToolkit",
        "PlayheadTesting", "Locking", "TestEnvironment",
      ]),
    tests(
      "FFmpegMediaTests",
      [
        "FFmpegMedia", "Audio", "Media", "Timekeeping", "CFFmpeg", "PlayheadTesting",
        "PlayheadCore", "PortableCombine", "TestEnvironment",
      ]),
    tests(
      "PortableCombineTests",
      [
        "PortableCombine", "PortableCombineFoundation", "CombineToolkit", "PlayheadTesting",
        "Locking", "Timekeeping", "TestEnvironment",
      ]),
    tests(
      "PortableCombineFoundationTests",
      ["PortableCombineFoundation", "PortableCombine", "PlayheadTesting", "Locking"]),
  ]
)
