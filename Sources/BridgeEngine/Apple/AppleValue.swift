#if canImport(WebKit) || BRIDGE_ENGINE_STUBS
  internal import BridgeBus
  internal import Foundation

  #if BRIDGE_ENGINE_STUBS
    internal import BridgeEngine
  #endif

  /// Between the values of WebKit and those of the bus.
  enum AppleValue {
    /// A body or a result: NSNull, NSNumber, NSString, NSDate, arrays and dictionaries of them.
    static func read(_ value: Any?) -> BridgeValue {
      switch value {
      case let text as String: return .string(JSText(utf16: text.utf16))
      case let flag as Bool where isBoolean(flag as Any, value): return .boolean(flag)
      case let number as NSNumber: return .number(number.doubleValue)
      case let date as Date: return .date(milliseconds: date.timeIntervalSince1970 * 1000)
      case let items as [Any]: return .array(items.map { read($0) })
      case let members as [String: Any]:
        return .object(members.map { (JSText(utf16: $0.key.utf16), read($0.value)) })
      case is NSNull: return .null
      default: return .undefined
      }
    }

    /// A boolean comes as a number of its own class.
    private static func isBoolean(_ flag: Any, _ value: Any?) -> Bool {
      guard let number = value as? NSNumber else { return true }
      return String(cString: number.objCType) == "c"
    }

    /// A reply: what JSON has, which is all that a reply may be made of.
    static func write(_ value: BridgeValue) -> Any? {
      value.isUndefined
        ? nil
        : try? JSONSerialization.jsonObject(with: Data(value.json), options: [.fragmentsAllowed])
    }

    /// What came of a call (R23).
    static func outcome(
      _ result: Result<Any, any Error>, of script: Script
    ) -> Result<BridgeValue, ScriptFailure> {
      switch result {
      case .success(let value): return .success(read(value))
      case .failure(let error):
        let failure = error as NSError
        let message = failure.userInfo["WKJavaScriptExceptionMessage"] as? String
        return .failure(
          EngineWords.appleFailure(
            failure.code, message ?? failure.localizedDescription, of: script))
      }
    }
  }
#endif
