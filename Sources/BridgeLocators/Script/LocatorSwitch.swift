#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Whether locators may be made in this run of the app: off unless a test asks for them.
///
/// The third lock after the compiler's and the platform's: in a debug build, on a simulator (or a
/// Mac), an app that nobody tests still shows its users nothing else.
///
/// ```swift
/// app.launchArguments.append(LocatorSwitch.argument)  // in the UI test
/// if LocatorSwitch.isOn() { script.install(into: controller) }  // install asks by itself
/// ```
public enum LocatorSwitch {
  /// The launch argument.
  public static let argument = "-BridgeLocators"
  /// The environment variable, to be set to `1`.
  public static let variable = "BRIDGE_LOCATORS"

  /// Whether a test asked for locators. Always false in release builds.
  /// - Parameter allowsDevice: also on a device of its own, not only on a simulator or a computer.
  @inlinable public static func isOn(allowsDevice: Bool = false) -> Bool {
    #if DEBUG
      isOn(
        arguments: CommandLine.arguments, variable: valueOfVariable, isDevice: isDevice,
        allowsDevice: allowsDevice)
    #else
      false
    #endif
  }

  /// The rule, as a function of everything it looks at.
  @usableFromInline
  static func isOn(
    arguments: [String], variable: String?, isDevice: Bool, allowsDevice: Bool
  ) -> Bool {
    if isDevice && !allowsDevice { return false }
    return arguments.dropFirst().contains(argument) || variable == "1"
  }

  @usableFromInline static var valueOfVariable: String? {
    getenv(variable).map { String(cString: $0) }
  }

  @usableFromInline static var isDevice: Bool {
    #if (os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)) && !targetEnvironment(simulator)
      true
    #else
      false
    #endif
  }
}
