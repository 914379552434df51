// swift-tools-version: 6.2.3
import PackageDescription

// Not for users: a newer compiler or a newer header of a library may warn, and must not stop their builds.
let warnings: [SwiftSetting] =
  Context.environment["PLAYHEAD_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []
let settings = warnings + [.enableUpcomingFeature("ExistentialAny")]

// scripts/run-tests sets it: AddressSanitizer's allocator in an ordinary build, which reports leaks.
let leaks: [LinkerSetting] =
  Context.environment["PLAYHEAD_LEAKS"] == nil
  ? [] : [.unsafeFlags(["-Xclang-linker", "-fsanitize=address"])]

// The command that tests start. scripts/check sets it to one that is built already.
let command: [Target.Dependency] =
  Context.environment["PLAYHEAD_COMMAND"] == nil ? ["playhead"] : []

// The Makefile sets it for the optimized command: modules through which few packets, samples and records go are
// optimized less. The compiler needs half the time for those that LLVM alone optimizes, and two thirds for those that
// have no copies of generic functions for each type. The command stays as large.
let lessOptimized: [String: [String]] =
  Context.environment["PLAYHEAD_LESS_OPTIMIZED"] == nil
  ? [:]
  : Dictionary(
    [
      (
        ["-Xfrontend", "-disable-sil-perf-optzns"],
        [
          "PlayheadArguments", "PlayheadAttachCommands", "PlayheadAttaching", "PlayheadCLI",
          "PlayheadChasing", "PlayheadFollowing", "PlayheadInterprocess", "PlayheadJobs",
          "PlayheadListFiles", "PlayheadPages", "PlayheadPlayCommands", "PlayheadProcesses",
          "PlayheadRemoteControl", "PlayheadServing", "PlayheadTimecodeInputs",
        ]
      ),
      (["-Xllvm", "-sil-disable-pass=generic-specializer"], ["PlayheadTerminal"]),
    ].flatMap { flags, modules in modules.map { ($0, flags) } }, uniquingKeysWith: { $1 })

// Modules that compute much sound, and those whose functions all others call most, are optimized in builds for debugging,
// too: tests then take less time. SwiftPM refuses such flags in a package on which another one depends by version.
let alwaysOptimized: Set =
  Context.packageDirectory.contains("/checkouts/")
  ? []
  : [
    "PlayheadAlignment", "PlayheadAudio", "PlayheadLocking", "PlayheadTesting",
    "PlayheadTimekeeping",
  ]

// For the optimized command, too. All that plays waits for PlayheadCore, which imports neither of these large modules.
// They begin after a module that becomes ready after PlayheadCore, so that it does not wait for them.
let startedLater: [Target.Dependency] = lessOptimized.isEmpty ? [] : ["PlayheadTimecode"]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: settings
      + (lessOptimized[name].map { [.unsafeFlags($0, .when(configuration: .release))] } ?? [])
      + (alwaysOptimized.contains(name) ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])
  )
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
    .library(name: "AVKit", targets: ["AVKit"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "PlayheadTesting", targets: ["PlayheadTesting"]),
    // For Fuzz/, which parses command lines with it.
    .library(
      name: "PlayheadCLI",
      targets: [
        "PlayheadCLI", "PlayheadPlayCommands", "PlayheadAttachCommands", "PlayheadAnalysisCommands",
        "PlayheadTerminal", "PlayheadRecords", "PlayheadArguments", "PlayheadListFiles",
        "PlayheadProcesses", "PlayheadOutputs", "PlayheadFormatting",
      ]),
  ],
  targets: [
    module("PlayheadLocking"),
    .target(name: "CPlayheadSystem"),
    .target(name: "CPlayheadProcess"),
    module("PlayheadTimekeeping", ["PlayheadLocking", "CPlayheadSystem"]),
    module("PlayheadMedia", ["PlayheadTimekeeping", "PlayheadLocking"]),
    module("PlayheadAudio", ["PlayheadMedia", "PlayheadTimekeeping"]),
    module("PlayheadTimecode", ["PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping"]),
    // Their libraries are loaded when sound is first used; only the headers are needed to build.
    .target(name: "CPlayheadSound"),
    module(
      "PlayheadAudioDevices",
      [
        "PlayheadCore", "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadLocking",
        "CPlayheadSound",
      ]),
    .systemLibrary(
      name: "CPlayheadFFmpeg",
      // The module map links each library. The compiler finds Debian's headers; where they are elsewhere,
      // PKG_CONFIG_PATH is set. Otherwise a package that uses only Combine would warn without pkg-config.
      pkgConfig: Context.environment["PKG_CONFIG_PATH"] == nil ? nil : "libavformat",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev", "pkg-config",
        ])
      ]
    ),
    // As CPlayheadSound: loaded when the first manifest is read.
    .target(name: "CPlayheadExpat"),
    module(
      "PlayheadFFmpeg",
      [
        "PlayheadMedia", "PlayheadTimekeeping", "CPlayheadSystem", "CPlayheadFFmpeg",
        "CPlayheadExpat", "PlayheadLocking",
      ] + startedLater),
    module("PortableCombine", ["PlayheadLocking"]),
    module("Combine", ["PortableCombine"]),
    module("PortableCombineFoundation", ["PortableCombine", "PlayheadLocking"]),
    module("CombineToolkit", ["PortableCombine"]),
    module(
      "PlayheadCore",
      [
        "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PortableCombine",
        "PlayheadLocking",
      ]),
    module(
      "PlayheadTimecodeInputs",
      ["PlayheadTimecode", "CPlayheadSound", "PlayheadMedia", "PlayheadTimekeeping"]),
    module(
      "PlayheadTimecodeOutputs",
      [
        "PlayheadTimecode", "PlayheadTimecodeInputs", "PlayheadInterprocess", "CPlayheadSound",
        "PlayheadCore", "PlayheadAudio",
        "PlayheadAudioDevices", "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadLocking",
      ]),
    module("PlayheadTimingAnalysis", ["PlayheadMedia", "PlayheadTimekeeping"] + startedLater),
    module("PlayheadAlignment", ["PlayheadMedia", "PlayheadTimekeeping"]),
    module(
      "PlayheadPages",
      [
        "PlayheadTimingAnalysis", "PlayheadAlignment", "PlayheadMedia", "PlayheadTimekeeping",
      ]),
    module(
      "PlayheadJobs",
      ["PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadLocking"]),
    module(
      "PlayheadReading",
      [
        "PlayheadPages", "PlayheadAlignment", "PlayheadTimingAnalysis", "PlayheadCore",
        "PlayheadFFmpeg", "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadTimecode", "PlayheadTimecodeInputs",
        "PlayheadLocking",
      ]),
    module(
      "PlayheadKit",
      [
        "PlayheadReading", "PlayheadCore", "PlayheadAttaching", "PlayheadChasing",
        "PlayheadServing", "PlayheadFollowing", "PlayheadJobs", "PlayheadFFmpeg",
        "PlayheadAudioDevices", "PlayheadTimingAnalysis", "PlayheadAlignment", "PlayheadAudio",
        "PlayheadMedia", "PlayheadTimekeeping", "PortableCombine", "CombineToolkit",
      ]),
    // The submodules of CoreMedia.
    .target(name: "CPlayheadCoreMedia"),
    module("CoreMedia", ["PlayheadTimekeeping", "CPlayheadCoreMedia"]),
    module(
      "AVFoundation",
      [
        "CoreMedia", "PlayheadReading", "PlayheadCore", "PlayheadFFmpeg", "PlayheadAudioDevices",
        "PlayheadMedia", "PlayheadTimekeeping", "PortableCombineFoundation", "PortableCombine",
        "PlayheadLocking",
      ]),
    module("AVKit", ["AVFoundation"]),
    module(
      "PlaybackSession",
      [
        "PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping", "PortableCombine",
        "PlayheadLocking",
      ]),
    // As CPlayheadSound: loaded when the session bus is first used. It needs no headers.
    .target(name: "CPlayheadSystemBus"),
    module(
      "PlayheadInterprocess", ["PlayheadMedia", "PlayheadTimekeeping", "CPlayheadSystemBus"]),
    module(
      "PlayheadAttaching",
      [
        "PlayheadFFmpeg", "PlayheadAudioDevices", "PlayheadAudio", "PlayheadCore",
        "PlayheadInterprocess", "PlayheadTimecode", "PlayheadMedia",
        "PlayheadTimekeeping", "PortableCombine", "PlayheadLocking",
      ]),
    module(
      "PlayheadFollowing",
      [
        "PlayheadAttaching", "PlayheadCore", "PlayheadTimekeeping", "PortableCombine",
        "PlayheadLocking",
      ]),
    module(
      "PlayheadChasing",
      [
        "PlayheadAttaching", "PlayheadServing", "PlayheadReading", "PlayheadTimecodeInputs",
        "PlayheadTimecode", "PlayheadAudioDevices", "PlayheadFFmpeg", "PlayheadCore",
        "PlayheadMedia",
        "PlayheadTimekeeping", "PlayheadLocking",
      ]),
    module(
      "PlayheadServing",
      [
        "PlayheadFFmpeg", "PlayheadCore", "PlayheadInterprocess", "PlayheadMedia",
        "PlayheadTimekeeping", "PortableCombine", "PlayheadLocking", "CPlayheadSystem",
      ]),
    module(
      "PlayheadRemoteControl",
      [
        "PlaybackSession", "PlayheadCore", "PlayheadInterprocess", "PlayheadMedia",
        "PlayheadTimekeeping", "PortableCombine", "CPlayheadSystem", "PlayheadLocking",
      ]),
    // The command, from the bottom up.
    module("PlayheadFormatting", ["PlayheadMedia", "PlayheadTimekeeping"]),
    module(
      "PlayheadOutputs",
      [
        "PlayheadFormatting", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadLocking",
        "CPlayheadSystem",
      ]),
    module(
      "PlayheadArguments",
      [
        "PlayheadOutputs", "PlayheadFormatting", "PlayheadFFmpeg", "PlayheadMedia",
        "PlayheadTimekeeping",
      ]),
    module(
      "PlayheadListFiles",
      [
        "PlayheadArguments", "PlayheadOutputs", "PlayheadFormatting", "PlayheadFFmpeg",
        "PlayheadMedia",
      ]),
    module(
      "PlayheadProcesses",
      [
        "PlayheadArguments", "PlayheadOutputs", "PlayheadFormatting", "PlayheadTimekeeping",
        "PlayheadLocking", "CPlayheadSystem",
      ]),
    module(
      "PlayheadAnalysisCommands",
      [
        "PlayheadListFiles", "PlayheadProcesses", "PlayheadArguments", "PlayheadOutputs",
        "PlayheadFormatting", "PlayheadReading", "PlayheadPages", "PlayheadAlignment",
        "PlayheadTimingAnalysis", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadTimekeeping",
        "PlayheadLocking", "CPlayheadSystem",
      ]),
    module(
      "MediaPlayer", ["PlayheadRemoteControl", "PlayheadTimekeeping", "PlayheadLocking"]),
    module(
      "PlayheadRecords",
      [
        "PlayheadOutputs", "PlayheadFormatting", "PlaybackSession", "PlayheadTimecode",
        "PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping",
      ]),
    module(
      "PlayheadTerminal",
      [
        "PlayheadRecords", "PlayheadProcesses", "PlayheadOutputs", "PlayheadFormatting",
        "PlaybackSession", "PlayheadCore", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadTimekeeping",
        "PlayheadLocking", "CPlayheadSystem",
      ]),
    module(
      "PlayheadPlayCommands",
      [
        "PlayheadTerminal", "PlayheadRecords", "PlayheadListFiles", "PlayheadProcesses",
        "PlayheadArguments", "PlayheadOutputs", "PlayheadFormatting",
        "PlayheadRemoteControl", "PlaybackSession", "PlayheadTimecodeOutputs",
        "PlayheadServing",
        "PlayheadTimecode", "PlayheadReading", "PlayheadCore", "PlayheadFFmpeg",
        "PlayheadAudioDevices", "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadLocking", "CPlayheadSystem",
      ]),
    module(
      "PlayheadAttachCommands",
      [
        "PlayheadTerminal", "PlayheadRecords", "PlayheadPlayCommands", "PlayheadProcesses",
        "PlayheadArguments", "PlayheadOutputs", "PlayheadFormatting", "PlaybackSession",
        "PlayheadAttaching", "PlayheadChasing", "PlayheadServing", "PlayheadFollowing",
        "PlayheadInterprocess", "PlayheadJobs",
        "PlayheadReading", "PlayheadCore", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadLocking",
      ]),
    module(
      "PlayheadCLI",
      [
        "PlayheadRecords", "PlayheadPlayCommands", "PlayheadAttachCommands",
        "PlayheadAnalysisCommands", "PlayheadArguments", "PlayheadOutputs",
        "PlayheadFormatting", "PlaybackSession", "PlayheadMedia",
      ]),
    .executableTarget(
      name: "playhead", dependencies: ["PlayheadCLI", "CPlayheadProcess"], swiftSettings: settings,
      linkerSettings: leaks),
    module(
      "PlayheadTesting",
      [
        "PortableCombine", "PlayheadLocking", "PlayheadAudio", "PlayheadMedia",
        "PlayheadTimekeeping",
      ]),
    // What tests of several targets need: the repository's files, temporary directories.
    .target(
      name: "PlayheadTestEnvironment", path: "Tests/PlayheadTestEnvironment",
      swiftSettings: settings),
    // A sound server without hardware, for tests and benchmarks.
    .target(
      name: "PlayheadSoundServer",
      dependencies: [
        "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadLocking",
        "PlayheadTestEnvironment",
      ],
      path: "Tests/PlayheadSoundServer", swiftSettings: settings),
    .executableTarget(
      name: "PlayheadSoundDevice", dependencies: ["PlayheadSoundServer", "PlayheadTimekeeping"],
      path: "Tests/PlayheadSoundDevice",
      swiftSettings: settings, linkerSettings: leaks),
    tests(
      "PlayheadKitTests", ["PlayheadKit", "Combine", "PlayheadTesting", "PlayheadTestEnvironment"]),
    tests("CoreMediaTests", ["CoreMedia", "PlayheadTimekeeping"]),
    tests(
      "MediaPlayerTests",
      [
        "MediaPlayer", "PlayheadRemoteControl", "PlayheadInterprocess", "PlayheadTimekeeping",
        "PlayheadLocking",
      ]),
    tests(
      "AVFoundationTests",
      [
        "AVFoundation", "Combine", "PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping",
        "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    // Other people's code, which imports Apple's modules only. In both language modes, from the same files.
    .testTarget(name: "AppleCodeTests", dependencies: ["AVFoundation", "Combine"]),
    .testTarget(
      name: "AppleCodeSwift5Tests", dependencies: ["AVFoundation", "Combine"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests(
      "PlayheadCLITests",
      [
        "PlayheadCLI", "PlayheadPlayCommands", "PlayheadAttachCommands",
        "PlayheadAnalysisCommands", "PlayheadRecords",
        "PlayheadListFiles", "PlayheadProcesses", "PlayheadArguments", "PlayheadOutputs",
        "PlayheadFormatting", "PlaybackSession", "PlayheadRemoteControl", "PlayheadKit",
        "PlayheadTimecode", "PlayheadTestEnvironment",
      ]),
    tests(
      "AnalysisCommandsTests",
      [
        "PlayheadAnalysisCommands", "PlayheadListFiles", "PlayheadArguments", "PlayheadFormatting",
        "PlayheadKit", "PlayheadTestEnvironment",
      ]),
    tests(
      "PlayCommandsTests",
      [
        "PlayheadPlayCommands", "PlayheadTerminal", "PlayheadRecords", "PlayheadListFiles",
        "PlayheadArguments", "PlayheadOutputs", "PlayheadFormatting", "PlaybackSession",
        "PlayheadKit", "PlayheadLocking", "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    tests(
      "AttachCommandsTests",
      [
        "PlayheadPlayCommands", "PlayheadAttachCommands", "PlayheadFormatting", "PlaybackSession",
        "PlayheadKit", "PlayheadLocking", "PlayheadTestEnvironment",
      ]),
    tests(
      "RecordsTests",
      [
        "PlayheadRecords", "PlayheadFormatting", "PlaybackSession", "PlayheadKit",
        "PlayheadTimecode", "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    tests(
      "TerminalTests",
      [
        "PlayheadTerminal", "PlayheadRecords", "PlayheadOutputs", "PlayheadFormatting",
        "PlaybackSession", "PlayheadKit",
      ]),
    tests(
      "PlaybackSessionTests",
      [
        "PlaybackSession", "PlayheadRemoteControl", "PlayheadInterprocess", "PlayheadCore",
        "PlayheadMedia", "PlayheadTimekeeping", "PlayheadLocking", "PortableCombine",
        "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    tests(
      "InterprocessTests", ["PlayheadInterprocess", "PlayheadTestEnvironment"]),
    tests(
      "AttachingTests",
      [
        "PlayheadAttaching", "PlayheadCore", "PlayheadInterprocess", "PlayheadMedia",
        "PlayheadTimekeeping", "PortableCombine", "PlayheadLocking", "PlayheadTesting",
        "PlayheadTestEnvironment",
      ] + command),
    tests(
      "FollowingTests",
      [
        "PlayheadFollowing", "PlayheadChasing", "PlayheadServing", "PlayheadAttaching",
        "PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    tests(
      "RemoteControlTests",
      [
        "PlayheadRemoteControl", "PlaybackSession", "PlayheadCore", "PlayheadInterprocess",
        "PlayheadMedia", "PlayheadTimekeeping",
        "PortableCombine", "PlayheadLocking",
        "PlayheadTesting", "PlayheadTestEnvironment",
      ]),
    tests(
      "CommandLineTests",
      ["playhead", "CPlayheadSystem", "PlayheadSoundServer", "PlayheadTestEnvironment"]),
    tests(
      "PlayheadTestingTests",
      [
        "PlayheadTesting", "PortableCombine", "PlayheadMedia", "PlayheadTimekeeping",
        "PlayheadLocking",
      ]),
    tests(
      "CombineToolkitTests",
      [
        "CombineToolkit", "PortableCombine", "PlayheadTesting", "PlayheadLocking",
        "PlayheadTestEnvironment",
      ]),
    tests(
      "TimecodeTests",
      [
        "PlayheadTimecode", "PlayheadTimecodeOutputs", "PlayheadTimecodeInputs",
        "PlayheadChasing", "PlayheadAttaching", "PlayheadReading", "PlayheadFFmpeg",
        "PlayheadCore", "PlayheadAudio",
        "PlayheadMedia",
        "PlayheadTimekeeping", "PortableCombine", "PlayheadLocking", "PlayheadTesting",
        "PlayheadTestEnvironment",
      ]),
    tests("TimekeepingTests", ["PlayheadTimekeeping", "PlayheadTestEnvironment"]),
    tests("MediaTests", ["PlayheadMedia", "PlayheadTimekeeping", "PlayheadTestEnvironment"]),
    tests(
      "AudioTests",
      ["PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadTestEnvironment"]),
    tests(
      "AudioDevicesTests",
      [
        "PlayheadAudioDevices", "PlayheadSoundServer", "PlayheadTesting", "PlayheadCore",
        "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PortableCombine",
        "PlayheadLocking", "PlayheadTestEnvironment",
      ]),
    tests(
      "TimingAnalysisTests",
      ["PlayheadTimingAnalysis", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadTestEnvironment"]),
    tests(
      "PagesTests",
      [
        "PlayheadPages", "PlayheadTimingAnalysis", "PlayheadAlignment", "PlayheadMedia",
        "PlayheadTimekeeping",
      ]),
    tests(
      "AlignmentTests",
      [
        "PlayheadAlignment", "PlayheadKit", "PlayheadMedia", "PlayheadTimekeeping",
        "PlayheadTestEnvironment",
      ]),
    tests(
      "JobTests",
      [
        "PlayheadJobs", "PlayheadCore", "PlayheadMedia", "PlayheadTimekeeping", "PlayheadTesting",
      ]),
    tests(
      "PlayheadCoreTests",
      [
        "PlayheadCore", "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping", "PortableCombine",
        "CombineToolkit",
        "PlayheadTesting", "PlayheadLocking", "PlayheadTestEnvironment",
      ]),
    tests(
      "FFmpegMediaTests",
      [
        "PlayheadFFmpeg", "PlayheadAudio", "PlayheadMedia", "PlayheadTimekeeping",
        "CPlayheadFFmpeg", "PlayheadTesting",
        "PlayheadCore", "PlayheadLocking", "PortableCombine", "PlayheadTestEnvironment",
      ]),
    tests(
      "PortableCombineTests",
      [
        "PortableCombine", "PortableCombineFoundation", "CombineToolkit", "PlayheadTesting",
        "PlayheadLocking", "PlayheadTimekeeping", "PlayheadTestEnvironment",
      ]),
    tests(
      "PortableCombineFoundationTests",
      ["PortableCombineFoundation", "PortableCombine", "PlayheadTesting", "PlayheadLocking"]),
  ]
)

// scripts/check sets it: the names of tests that a build leaves out.
let leftOut = (Context.environment["PLAYHEAD_LEFT_OUT"] ?? "").split(separator: " ")
package.targets.removeAll { leftOut.contains($0.name[...]) }
