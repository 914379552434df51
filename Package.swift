// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

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
    .library(name: "PortableCombineFoundation", targets: ["PortableCombineFoundation"]),
    .library(name: "PlayheadTesting", targets: ["PlayheadTesting"]),
  ],
  targets: [
    module("Locking"),
    .target(name: "CSystem"),
    module("Timekeeping", ["Locking", "CSystem"]),
    module("Media", ["Timekeeping", "Locking"]),
    module("PortableCombine", ["Locking"]),
    module("Combine", ["PortableCombine"]),
    module("PortableCombineFoundation", ["PortableCombine", "Locking"]),
    module("PlayheadCore", ["Media", "Timekeeping", "PortableCombine", "Locking"]),
    module("PlayheadTesting", ["PortableCombine", "Locking", "Media", "Timekeeping"]),
    tests("PlayheadTestingTests", ["PlayheadTesting", "PortableCombine", "Timekeeping"]),
    tests("TimekeepingTests", ["Timekeeping"]),
    tests("MediaTests", ["Media", "Timekeeping"]),
    tests(
      "PlayheadCoreTests",
      ["PlayheadCore", "Media", "Timekeeping", "PortableCombine", "PlayheadTesting", "Locking"]),
    tests(
      "PortableCombineTests", ["PortableCombine", "PlayheadTesting", "Locking", "Timekeeping"]),
    tests(
      "PortableCombineFoundationTests",
      ["PortableCombineFoundation", "PortableCombine", "PlayheadTesting", "Locking"]),
  ]
)
