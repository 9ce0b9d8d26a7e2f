// Tests of the room BridgeFindings.
