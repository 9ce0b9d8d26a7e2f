// One import is enough for a test: pages, values, events and causes come with it.
@_exported public import BridgeBus
@_exported public import BridgeContract
@_exported public import BridgeFindings
