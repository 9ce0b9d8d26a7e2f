#include "BuildStamp.h"

// Defined by the package description where the build names the commit.
#ifndef BRIDGE_CONTRACT_COMMIT
#define BRIDGE_CONTRACT_COMMIT ""
#endif

const char *bridge_contract_commit(void) { return BRIDGE_CONTRACT_COMMIT; }
