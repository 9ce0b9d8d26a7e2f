// swift-tools-version: 6.2
import PackageDescription

// Every room of the package stands in this table: its name, and the rooms it may use.
// Arrows run down only; `Tests/ArchitectureTests` holds imports against the same table.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The commit for `--version`, where the build names it (`make` does). Not `Context.gitInformation`:
/// SwiftPM keeps an evaluated description as long as its text is the same, so that would go stale.
let stamp: [CSetting] =
  Context.environment["BRIDGE_CONTRACT_COMMIT"].map { commit in
    [.define("BRIDGE_CONTRACT_COMMIT", to: "\"\(commit.filter(\.isHexDigit))\"")]
  } ?? []

/// Pure Swift: no system library, no Foundation. Builds for Linux, macOS and iOS.
let core: [(name: String, uses: [String])] = [
  ("BridgeFindings", []),
  ("BridgeJSON", ["ByteScan", "BridgeFindings"]),
  ("ECMARegex", []),
  ("BridgeLocators", []),
  ("BridgeSchema", ["BridgeFindings", "BridgeJSON", "ECMARegex"]),
  ("BridgeContract", ["ByteScan", "BridgeFindings", "BridgeJSON", "BridgeSchema", "ECMARegex"]),
  ("BridgeScript", ["ByteScan", "BridgeFindings", "BridgeJSON", "BridgeContract"]),
  (
    "BridgeLog",
    [
      "ByteScan", "LineJudge", "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema",
      "BridgeContract",
    ]
  ),
  ("BridgeRecorder", ["BridgeFindings", "BridgeJSON", "BridgeContract", "BridgeScript"]),
  (
    "BridgeClient",
    ["BridgeFindings", "BridgeJSON", "BridgeSchema", "BridgeContract", "BridgeScript"]
  ),
  (
    "BridgeBus",
    ["BridgeFindings", "BridgeJSON", "BridgeContract", "BridgeScript", "BridgeLog"]
  ),
  ("BridgeSubset", ["BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema"]),
  (
    "BridgeDiff",
    [
      "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema", "BridgeContract", "BridgeLog",
      "BridgeSubset",
    ]
  ),
  (
    "BridgeEngine",
    [
      "BridgeFindings", "BridgeJSON", "BridgeLocators", "BridgeContract", "BridgeScript",
      "BridgeLog", "BridgeBus",
    ]
  ),
  (
    "BridgeTesting",
    [
      "BridgeFindings", "BridgeJSON", "BridgeContract", "BridgeScript", "BridgeLog", "BridgeBus",
      "BridgeEngine",
    ]
  ),
  (
    "BridgeCodegen",
    [
      "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema", "BridgeContract",
      "BridgeScript", "BridgeLog",
    ]
  ),
]

/// For developers' machines and CI: these use system libraries.
let tools: [(name: String, uses: [String])] = [
  ("BridgeReports", ["BridgeFindings", "CJSONC"]),
  (
    "BridgeCommands",
    [
      "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema", "BridgeContract",
      "BridgeScript", "BridgeLog", "BridgeRecorder", "BridgeBus", "BridgeSubset", "BridgeDiff",
      "BridgeEngine", "BridgeLocators", "BridgeCodegen", "BridgeReports", "BuildStamp",
      "CJSONC",
    ]
  ),
]

/// What stands beside the sources and is not built: programs that write tables, a schema.
let unbuilt: [String: [String]] = [
  "BridgeCodegen": [
    "Scripts/embed-scripts", "Scripts/fake-native.js", "Scripts/fake-panel.js",
    "Scripts/fake-web.js", "Scripts/runtime", "Draft/embed-bridges.py",
  ],
  "BridgeCommands": ["Locators/audit.js"],
  "BridgeLocators": ["Scripts/locators.js", "Scripts/embed-script"],
  "BridgeDiff": ["Rules/generate-registry"],
  "BridgeRecorder": ["Scripts/recorder.js", "Scripts/embed-script"],
  "BridgeReports": ["report.schema.json"],
  "BridgeSchema": ["Formats/IDNA/generate-tables.py"],
  "ECMARegex": ["Unicode/generate-tables.py"],
]

/// The command has the locator script in release builds too, apps do not.
///
/// Where there is no WebKit of Apple's, the files for it are compiled and tested against declarations
/// written by hand; where there is one, the room itself compiles them.
let settings: [String: [SwiftSetting]] = [
  "BridgeCommands": [.define("BRIDGE_LOCATORS_TOOL")],
  "BridgeClientTests": [.define("BRIDGE_CLIENT_STUBS")],
  "BridgeLocatorsTests": [.define("BRIDGE_LOCATORS_STUBS")],
  "BridgeRecorderTests": [.define("BRIDGE_RECORDER_STUBS")],
  "BridgeEngineTests": [.define("BRIDGE_ENGINE_STUBS")],
  "BridgeTestingTests": [.define("BRIDGE_ENGINE_STUBS")],
]
#if canImport(ObjectiveC)
  let untested: [String: [String]] = [
    "BridgeEngineTests": ["Apple"], "BridgeTestingTests": ["Apple"],
    "BridgeClientTests": ["Apple"], "BridgeLocatorsTests": ["Apple"],
    "BridgeRecorderTests": ["Apple"],
  ]
#else
  let untested: [String: [String]] = [:]
#endif

/// What the engine host links, and only where it is asked for: `swift build --traits RealEngine`.
let realEngine: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["RealEngine"])

let rooms: [Target] = (core + tools).map { room in
  .target(
    name: room.name, dependencies: room.uses.map { .init(stringLiteral: $0) },
    exclude: unbuilt[room.name] ?? [], swiftSettings: strict + (settings[room.name] ?? []))
}

/// One test target per room, plus those that look at the whole.
let tests: [(name: String, uses: [String])] =
  (core + tools).map { room in
    // What the recorder writes is judged by the room beside it.
    // What is generated stands on the client.
    let more =
      [
        "BridgeRecorder": ["BridgeLog"], "BridgeCodegen": ["BridgeClient"],
        "BridgeClient": ["BridgeBus"],
        // Recorders and fakes, on the real engine.
        "BridgeEngine": ["BridgeRecorder", "BridgeCodegen", "BridgeSchema", "ECMARegex"],
      ][room.name] ?? []
    return ("\(room.name)Tests", [room.name] + room.uses.filter { $0 != "CJSONC" } + more)
  } + [
    ("ByteScanTests", ["ByteScan"]), ("JSONOracleTests", ["BridgeJSON", "CJSONC"]),
    ("ArchitectureTests", []),
  ]

/// One room of tests alone, where the environment names it (`make parity` does): optimised, all of them
/// take many minutes to build.
let only = Context.environment["BRIDGE_TESTS"]

let package = Package(
  name: "bridge-contract",
  platforms: [.macOS(.v14), .iOS(.v16)],
  products: [
    .library(
      name: "BridgeContract",
      targets: ["BridgeFindings", "BridgeContract", "BridgeScript", "BridgeLog", "BridgeClient"]),
    .library(name: "BridgeRecorder", targets: ["BridgeRecorder"]),
    .library(name: "BridgeTesting", targets: ["BridgeTesting", "BridgeBus", "BridgeEngine"]),
    .library(name: "BridgeLocators", targets: ["BridgeLocators"]),
    .executable(name: "bridge-contract", targets: ["bridge-contract"]),
    .executable(name: "bridge-engine-host", targets: ["bridge-engine-host"]),
  ],
  traits: [
    .trait(
      name: "RealEngine",
      description: "Build bridge-engine-host with WebKitGTK instead of as a stub."),
    .default(enabledTraits: []),
  ],
  targets: [
    .target(name: "ByteScan"),
    .target(name: "LineJudge", dependencies: ["ByteScan"]),
    .target(name: "BuildStamp", cSettings: stamp),
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c",
      providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .executableTarget(
      name: "bridge-engine-host",
      dependencies: [
        .target(name: "CJSONC", condition: realEngine),
        .target(name: "CWebKitGTK", condition: realEngine),
      ],
      swiftSettings: strict),
    // With Swift's libraries inside, as loading them takes as long as all else that the command does
    // before it reads a log.
    .executableTarget(
      name: "bridge-contract", dependencies: ["BridgeCommands"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "bridge-bench",
      dependencies: [
        "BridgeFindings", "BridgeJSON", "ECMARegex", "BridgeSchema", "BridgeContract",
        "BridgeScript", "BridgeLog", "BridgeBus", "BridgeSubset", "BridgeDiff",
      ],
      swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
  ] + rooms
    + tests.filter { only == nil || only == $0.name }.map { test in
      .testTarget(
        name: test.name,
        dependencies: (test.uses + ["TestSupport"]).map { .init(stringLiteral: $0) },
        exclude: untested[test.name] ?? [], swiftSettings: strict + (settings[test.name] ?? []))
    }
)
