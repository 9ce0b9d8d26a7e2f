// Tests of the room BridgeReports.
