// Where the headers lie in the compiler's own folders no pkg-config is needed to find them.
#if __has_include(<json-c/json.h>)
#include <json-c/json.h>
#else
#include <json.h>
#endif
