// Tests of the room BridgeRecorder.
