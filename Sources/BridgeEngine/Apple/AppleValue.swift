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
      // A boolean comes as a number of its own class.
      case let flag as Bool
      where (value as? NSNumber).map { String(cString: $0.objCType) } ?? "c" == "c":
        return .boolean(flag)
      case let number as NSNumber: return .number(number.doubleValue)
      case let date as Date: return .date(milliseconds: date.timeIntervalSince1970 * 1000)
      case let items as [Any]: return .array(items.map { read($0) })
      case let members as [String: Any]:
        return .object(members.map { (JSText(utf16: $0.key.utf16), read($0.value)) })
      case is NSNull: return .null
      default: return .undefined
      }
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
      result.map { read($0) }.mapError { error in
        let failure = error as NSError
        let text = failure.userInfo["WKJavaScriptExceptionMessage"] as? String
        return EngineWords.appleFailure(
          failure.code, text ?? failure.localizedDescription, of: script)
      }
    }
  }
#endif
