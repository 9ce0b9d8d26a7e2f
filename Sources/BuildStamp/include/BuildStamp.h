#ifndef BUILD_STAMP_H
#define BUILD_STAMP_H

/// The commit that the tool was built from; empty if unknown.
const char *bridge_contract_commit(void);

#endif
