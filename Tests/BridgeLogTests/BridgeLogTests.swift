// Tests of the room BridgeLog.
