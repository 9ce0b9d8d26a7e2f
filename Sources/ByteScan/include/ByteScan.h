#ifndef BYTESCAN_H
#define BYTESCAN_H

// Leaves of the JSON reader: what is cheaper in C. No allocation; the only state is a random number
// for hashes and the choice of instructions, both made when the program starts.
//
// No function reads outside of [p, end) or of the n bytes it is given, but where it says so.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define BS_INLINE static inline __attribute__((always_inline))

#include "JavaScriptText.h"

// What the inside of a JSON string is made of.
enum {
  BS_ESCAPES = 1,         // at least one escape
  BS_NON_ASCII = 2,       // at least one byte of 0x80 and above
  BS_LONE_SURROGATE = 4,  // an escape that is half of a pair
};

// Why a string or number was refused.
enum {
  BS_OK = 0,
  BS_END = 1,         // the input ends inside the string
  BS_CONTROL = 2,     // a raw control character
  BS_BAD_ESCAPE = 3,  // an unknown escape letter
  BS_BAD_HEX = 4,     // \u without four hex digits
  BS_BAD_UTF8 = 5,    // not UTF-8 (RFC 3629)
  BS_BAD_NUMBER = 6,  // a digit is missing
};

#pragma clang assume_nonnull begin

typedef struct {
  const uint8_t *at;  // the closing quote, or the byte that is wrong
  uint32_t flags;     // BS_ESCAPES | BS_NON_ASCII | BS_LONE_SURROGATE
  uint32_t status;    // BS_OK or why not
} bs_string;

// Which instructions are used. Every level gives the same answers; tests hold them to that.
enum {
  BS_PLAIN = 0,  // 64-bit words, any machine
  BS_SSE2 = 1,   // every x86-64
  BS_AVX2 = 2,   // found out at run time
};

/// The highest level of this machine, which is the one in use.
int bs_level(void);

/// The whole scan at a level that must not be above `bs_level()`.
bs_string bs_scan_string_at(int level, const uint8_t *p, const uint8_t *end);

/// Scans the inside of a JSON string (RFC 8259, section 7) from the byte after the quote.
///
/// The first error in reading order is the one that is told.
bs_string bs_scan_string(const uint8_t *p, const uint8_t *end);

/// The closing quote if it is among the next 16 bytes and nothing before it is an escape, a control
/// character or not ASCII: most keys and many values. Else NULL, and `bs_scan_string` is due.
BS_INLINE const uint8_t *_Nullable bs_short_string(const uint8_t *p, const uint8_t *end) {
#if defined(__SSE2__)
  if (__builtin_expect(end - p < 16, 0)) return NULL;
  __m128i v = _mm_loadu_si128((const __m128i *)p);
  // Signed comparison: bytes of 0x80 and above are negative, hence below 0x20 as well.
  __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                          _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))),
                             _mm_cmplt_epi8(v, _mm_set1_epi8(0x20)));
  unsigned mask = (unsigned)_mm_movemask_epi8(hit);
  if (__builtin_expect(mask == 0, 0)) return NULL;
  const uint8_t *at = p + __builtin_ctz(mask);
  return __builtin_expect(*at == '"', 1) ? at : NULL;
#else
  return NULL;
#endif
}

/// The number of bytes at the front of [p, end) that are UTF-8 (RFC 3629); *cut is 1 where the rest
/// is the beginning of a sequence that the end cuts off.
size_t bs_utf8_prefix(const uint8_t *p, const uint8_t *end, int *cut);

/// The same at a level that must not be above `bs_level()`.
size_t bs_utf8_prefix_at(int level, const uint8_t *p, const uint8_t *end, int *cut);

/// Whether all of [p, end) is UTF-8, at a level that must not be above `bs_level()`. 32 bytes behind
/// the end must be readable, whatever is in them.
int bs_is_utf8_padded(int level, const uint8_t *p, const uint8_t *end);

/// The first line feed in [p, end), or end.
const uint8_t *bs_find_newline(const uint8_t *p, const uint8_t *end);

/// Goes behind a run of decimal digits.
BS_INLINE const uint8_t *bs_digits(const uint8_t *p, const uint8_t *end) {
  while (end - p >= 8) {
    uint64_t v;
    memcpy(&v, p, 8);
    v ^= 0x3030303030303030ull;
    // A carry can only come from a byte that is no digit, and the lowest of those is what counts.
    uint64_t other = ((v + 0x7676767676767676ull) | v) & 0x8080808080808080ull;
    if (other) return p + (__builtin_ctzll(other) >> 3);
    p += 8;
  }
  while (p < end && (uint8_t)(*p - '0') < 10) p++;
  return p;
}

typedef struct {
  const uint8_t *at;  // the byte behind the number, or the one where a digit is missing
  uint32_t flags;     // 1 where there is a fraction or an exponent
  uint32_t status;    // BS_OK or BS_BAD_NUMBER
} bs_number;

/// Scans a number (RFC 8259, section 6) from its first byte, which is there. What follows it is
/// not looked at: behind `01` it stops at the 1.
BS_INLINE bs_number bs_scan_number(const uint8_t *p, const uint8_t *end) {
  bs_number r = {p, 0, BS_OK};
  const uint8_t *start;
  if (*p == '-') p++;
  if (p < end && *p == '0') {
    p++;
  } else {
    p = bs_digits(start = p, end);
    if (p == start) goto bad;
  }
  if (p < end && *p == '.') {
    r.flags = 1;
    p = bs_digits(start = p + 1, end);
    if (p == start) goto bad;
  }
  if (p < end && (*p | 0x20) == 'e') {
    r.flags = 1;
    p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    p = bs_digits(start = p, end);
    if (p == start) goto bad;
  }
  r.at = p;
  return r;
bad:
  r.at = p;
  r.status = BS_BAD_NUMBER;
  return r;
}

/// A random number that differs from process to process, so that nobody who writes a text can know
/// which of its keys share a hash.
extern uint64_t bs_hash_seed;

/// The number itself, for hashes of another kind.
BS_INLINE uint64_t bs_seed(void) { return bs_hash_seed; }

BS_INLINE uint64_t bs_fold(uint64_t a, uint64_t b) {
  __uint128_t m = (__uint128_t)a * b;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}

uint64_t bs_hash_long(const uint8_t *p, size_t n);

BS_INLINE uint64_t bs_hash_words(uint64_t low, uint64_t high, size_t n) {
  return bs_fold(low ^ bs_hash_seed, high ^ 0x9e3779b97f4a7c15ull ^ n * 0xd1342543de82ef95ull);
}

/// A hash of bytes by folded multiplication. Equal bytes, equal hash, within one process only:
/// never write it anywhere.
BS_INLINE uint64_t bs_hash(const uint8_t *p, size_t n) {
  // Up to 16 bytes count as two words with zeros behind them.
  uint64_t low = 0, high = 0;
  uint32_t a, b;
  if (n > 16) return bs_hash_long(p, n);
  if (n >= 8) {
    memcpy(&low, p, 8);
    memcpy(&high, p + n - 8, 8);
    high = n == 8 ? 0 : high >> 8 * (16 - n);
  } else if (n >= 4) {
    memcpy(&a, p, 4);
    memcpy(&b, p + n - 4, 4);
    low = a | (uint64_t)b << 8 * (n - 4);
  } else if (n) {
    low = p[0] | (uint64_t)p[n >> 1] << 8 * (n >> 1) | (uint64_t)p[n - 1] << 8 * (n - 1);
  }
  return bs_hash_words(low, high, n);
}

/// The same for n < 16 where 16 bytes at p can be read: no branches.
BS_INLINE uint64_t bs_hash_short(const uint8_t *p, size_t n) {
#if defined(__SSE2__)
  extern const uint8_t bs_masks[32];
  __m128i v = _mm_and_si128(_mm_loadu_si128((const __m128i *)p),
                            _mm_loadu_si128((const __m128i *)(bs_masks + 16 - n)));
  return bs_hash_words((uint64_t)_mm_cvtsi128_si64(v),
                       (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v)), n);
#else
  return bs_hash(p, n);
#endif
}

/// 1 if two runs of n bytes are the same.
int bs_same(const uint8_t *a, const uint8_t *b, size_t n);

/// Orders two runs of n bytes: negative, 0 or positive.
int bs_compare(const uint8_t *a, const uint8_t *b, size_t n);

/// The number of code points in n bytes of UTF-8 (or of its extension with surrogates).
size_t bs_count_code_points(const uint8_t *p, size_t n);

#pragma clang assume_nonnull end

#endif
