// The room BridgeReports.
