#include "ByteScan.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// The first byte from p on that is a quote, a backslash, a control character or not ASCII.
static const uint8_t *find_special(const uint8_t *p, const uint8_t *end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i space = _mm_set1_epi8(0x20);
  while (end - p >= 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    // Signed comparison: bytes of 0x80 and above are negative, hence below 0x20 as well.
    __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)),
                               _mm_cmplt_epi8(v, space));
    int mask = _mm_movemask_epi8(hit);
    if (mask) return p + __builtin_ctz((unsigned)mask);
    p += 16;
  }
#else
  const uint64_t ones = 0x0101010101010101ull, high = 0x8080808080808080ull;
  while (end - p >= 8) {
    uint64_t v;
    memcpy(&v, p, 8);
    uint64_t q = v ^ (ones * '"'), b = v ^ (ones * '\\');
    uint64_t hit = ((q - ones) & ~q) | ((b - ones) & ~b) | ((v - ones * 0x20) & ~v) | v;
    if (hit & high) break;
    p += 8;
  }
#endif
  while (p < end && *p != '"' && *p != '\\' && *p >= 0x20 && *p < 0x80) p++;
  return p;
}

// The length of the UTF-8 sequence at p (2 to 4), 0 if it is none, -1 if the end cuts it off.
static int sequence(const uint8_t *p, const uint8_t *end) {
  uint8_t b = p[0];
  int n;
  uint8_t low = 0x80, high = 0xBF;
  if (b >= 0xC2 && b <= 0xDF) {
    n = 2;
  } else if (b >= 0xE0 && b <= 0xEF) {
    n = 3;
    if (b == 0xE0) low = 0xA0;
    if (b == 0xED) high = 0x9F;
  } else if (b >= 0xF0 && b <= 0xF4) {
    n = 4;
    if (b == 0xF0) low = 0x90;
    if (b == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (end - p < 2) return -1;
  if (p[1] < low || p[1] > high) return 0;
  for (int i = 2; i < n; i++) {
    if (end - p <= i) return -1;
    if ((p[i] & 0xC0) != 0x80) return 0;
  }
  return n;
}

static int hex(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads four hex digits at p; -1 if one is none, -2 if the end comes first (*at tells where).
static int hex4(const uint8_t *p, const uint8_t *end, const uint8_t **at) {
  int v = 0;
  for (int i = 0; i < 4; i++) {
    *at = p + i;
    if (p + i >= end) return -2;
    int h = hex(p[i]);
    if (h < 0) return -1;
    v = v << 4 | h;
  }
  return v;
}

bs_string bs_scan_string(const uint8_t *p, const uint8_t *end) {
  bs_string r = {p, 0, BS_OK};
  for (;;) {
    p = find_special(p, end);
    r.at = p;
    if (p >= end) {
      r.status = BS_END;
      return r;
    }
    uint8_t c = *p;
    if (c == '"') return r;
    if (c >= 0x80) {
      r.flags |= BS_NON_ASCII;
      // A run of non-ASCII text is common: stay here until it ends.
      do {
        int n = sequence(p, end);
        if (n <= 0) {
          r.at = p;
          r.status = n == 0 ? BS_BAD_UTF8 : BS_END;
          return r;
        }
        p += n;
      } while (p < end && *p >= 0x80);
      continue;
    }
    if (c < 0x20) {
      r.status = BS_CONTROL;
      return r;
    }
    r.flags |= BS_ESCAPES;
    if (end - p < 2) {
      r.status = BS_END;
      return r;
    }
    switch (p[1]) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        p += 2;
        break;
      case 'u': {
        const uint8_t *at;
        int unit = hex4(p + 2, end, &at);
        if (unit < 0) {
          r.at = at;
          r.status = unit == -1 ? BS_BAD_HEX : BS_END;
          return r;
        }
        p += 6;
        if (unit >= 0xD800 && unit <= 0xDFFF) {
          int paired = 0;
          if (unit <= 0xDBFF && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
            int low = hex4(p + 2, end, &at);
            if (low >= 0xDC00 && low <= 0xDFFF) {
              paired = 1;
              p += 6;
            }
          }
          if (!paired) r.flags |= BS_LONE_SURROGATE;
        }
        break;
      }
      default:
        r.at = p + 1;
        r.status = BS_BAD_ESCAPE;
        return r;
    }
  }
}

size_t bs_utf8_prefix(const uint8_t *p, const uint8_t *end, int *cut) {
  const uint8_t *start = p;
  *cut = 0;
  while (p < end) {
    if (end - p >= 8) {
      uint64_t v;
      memcpy(&v, p, 8);
      if (!(v & 0x8080808080808080ull)) {
        p += 8;
        continue;
      }
    }
    if (*p < 0x80) {
      p++;
      continue;
    }
    int n = sequence(p, end);
    if (n <= 0) {
      *cut = n < 0;
      break;
    }
    p += n;
  }
  return (size_t)(p - start);
}

const uint8_t *bs_find_newline(const uint8_t *p, const uint8_t *end) {
  const uint8_t *at = memchr(p, '\n', (size_t)(end - p));
  return at ? at : end;
}

static uint64_t fold(uint64_t a, uint64_t b) {
  __uint128_t m = (__uint128_t)a * b;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}

uint64_t bs_hash(const uint8_t *p, size_t n) {
  const uint64_t k0 = 0xa0761d6478bd642full, k1 = 0xe7037ed1a0b428dbull;
  uint64_t h = k0 ^ n, v;
  while (n > 8) {
    memcpy(&v, p, 8);
    h = fold(h ^ v, k1);
    p += 8;
    n -= 8;
  }
  v = 0;
  memcpy(&v, p, n);
  return fold(h ^ v, k0 | 1);
}

size_t bs_count_code_points(const uint8_t *p, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += (p[i] & 0xC0) != 0x80;
  return count;
}

int bs_same(const uint8_t *a, const uint8_t *b, size_t n) { return memcmp(a, b, n) == 0; }

int bs_compare(const uint8_t *a, const uint8_t *b, size_t n) { return memcmp(a, b, n); }
