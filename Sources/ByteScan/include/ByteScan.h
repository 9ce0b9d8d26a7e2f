#ifndef BYTESCAN_H
#define BYTESCAN_H

// Leaves of the JSON reader: what is cheaper in C. No allocation, no state, no system library.

#include <stddef.h>
#include <stdint.h>

#include "JavaScriptText.h"

// What the inside of a JSON string is made of.
enum {
  BS_ESCAPES = 1,         // at least one escape
  BS_NON_ASCII = 2,       // at least one byte of 0x80 and above
  BS_LONE_SURROGATE = 4,  // an escape that is half of a pair
  BS_NEEDS_QUOTE = 8,     // (results only) ended by the end of the input
};

// Why a string was refused.
enum {
  BS_OK = 0,
  BS_END = 1,          // the input ends inside the string
  BS_CONTROL = 2,      // a raw control character
  BS_BAD_ESCAPE = 3,   // an unknown escape letter
  BS_BAD_HEX = 4,      // \u without four hex digits
  BS_BAD_UTF8 = 5,     // not UTF-8 (RFC 3629)
};

typedef struct {
  const uint8_t *at;  // the closing quote, or the byte that is wrong
  uint32_t flags;     // BS_ESCAPES | BS_NON_ASCII | BS_LONE_SURROGATE
  uint32_t status;    // BS_OK or why not
} bs_string;

/// Scans the inside of a JSON string (RFC 8259, section 7) from the byte after the quote.
bs_string bs_scan_string(const uint8_t *p, const uint8_t *end);

/// The number of bytes at the front of [p, end) that are UTF-8; *cut is 1 where the rest is the
/// beginning of a sequence that the end cuts off.
size_t bs_utf8_prefix(const uint8_t *p, const uint8_t *end, int *cut);

/// The first line feed in [p, end), or end.
const uint8_t *bs_find_newline(const uint8_t *p, const uint8_t *end);

/// A hash of bytes: folded multiplication, 64 bits. Equal bytes, equal hash; the same in one process.
uint64_t bs_hash(const uint8_t *p, size_t n);

/// 1 if two runs of n bytes are the same.
int bs_same(const uint8_t *a, const uint8_t *b, size_t n);

/// Orders two runs of n bytes: negative, 0 or positive.
int bs_compare(const uint8_t *a, const uint8_t *b, size_t n);

/// The number of code points in n bytes of UTF-8 (or of its extension with surrogates).
size_t bs_count_code_points(const uint8_t *p, size_t n);

#endif
