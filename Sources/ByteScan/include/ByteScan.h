#ifndef BYTESCAN_H
#define BYTESCAN_H
#include <stddef.h>
#include <stdint.h>
#endif
