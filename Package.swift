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
    .library(name: "PlayheadTesting", targets: ["PlayheadTesting"]),
  ],
  targets: [
    module("Locking"),
    .target(name: "CSystem"),
    module("Timekeeping", ["Locking", "CSystem"]),
    module("Media", ["Timekeeping", "Locking"]),
    module("PortableCombine", ["Locking"]),
    module("Combine", ["PortableCombine"]),
    module("PlayheadTesting", ["PortableCombine", "Locking"]),
    tests("PortableCombineTests", ["PortableCombine", "PlayheadTesting", "Locking"]),
  ]
)
