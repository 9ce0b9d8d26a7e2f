// The room BridgeRecorder.
