// The room BridgeLog.
