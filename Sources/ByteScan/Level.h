#ifndef BYTESCAN_LEVEL_H
#define BYTESCAN_LEVEL_H

#include "ByteScan.h"

#if defined(__x86_64__)
#define HAS_AVX2 1
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2,bmi,bmi2")))
#else
#define HAS_AVX2 0
#endif

/// The length of the UTF-8 sequence at p (2 to 4), 0 if it is none, -1 if the end cuts it off.
int bs_sequence(const uint8_t *p, const uint8_t *end);

#endif
