#include "Level.h"

// The value of a hexadecimal digit plus one; 0 for other bytes.
static const uint8_t hex_table[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

static inline int hex(uint8_t c) { return hex_table[c] - 1; }

// Reads four hex digits at p; -1 if one is none, -2 if the end comes first (*at tells where).
static inline int hex4(const uint8_t *p, const uint8_t *end, const uint8_t **at) {
  if (__builtin_expect(end - p >= 4, 1)) {
    int v = hex(p[0]) * 4096 | hex(p[1]) * 256 | hex(p[2]) * 16 | hex(p[3]);
    if (v >= 0) return v;
  }
  for (int i = 0; i < 4; i++) {
    *at = p + i;
    if (p + i >= end) return -2;
    if (hex(p[i]) < 0) return -1;
  }
  return -2;
}

// The escape at p; gives the byte behind it, or sets r->status and r->at.
static const uint8_t *escape(const uint8_t *p, const uint8_t *end, bs_string *r) {
  r->flags |= BS_ESCAPES;
  if (end - p < 2) {
    r->at = p;
    r->status = BS_END;
    return p;
  }
  switch (p[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
      return p + 2;
    case 'u': break;
    default:
      r->at = p + 1;
      r->status = BS_BAD_ESCAPE;
      return p;
  }
  const uint8_t *at;
  int unit = hex4(p + 2, end, &at);
  if (unit < 0) {
    r->at = at;
    r->status = unit == -1 ? BS_BAD_HEX : BS_END;
    return p;
  }
  p += 6;
  if (unit < 0xD800 || unit > 0xDFFF) return p;
  if (unit <= 0xDBFF && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
    int low = hex4(p + 2, end, &at);
    if (low >= 0xDC00 && low <= 0xDFFF) return p + 6;
  }
  r->flags |= BS_LONE_SURROGATE;
  return p;
}

// Each level finds the first byte from p on that is a quote, a backslash or a control character
// (or end), and sets *high if a byte before it is not ASCII.

static inline const uint8_t *find_in_tail(const uint8_t *p, const uint8_t *end, int *high) {
  unsigned seen = 0;
  while (p < end && *p != '"' && *p != '\\' && *p >= 0x20) seen |= *p++;
  *high |= seen >= 0x80;
  return p;
}

static inline const uint8_t *find_plain(const uint8_t *p, const uint8_t *end, int *high) {
  const uint64_t ones = 0x0101010101010101ull, tops = 0x8080808080808080ull;
  while (end - p >= 8) {
    uint64_t v;
    memcpy(&v, p, 8);
    uint64_t q = v ^ (ones * '"'), b = v ^ (ones * '\\');
    uint64_t hit = ((q - ones) & ~q) | ((b - ones) & ~b) | ((v - ones * 0x20) & ~v);
    if (hit & tops) break;
    *high |= (v & tops) != 0;
    p += 8;
  }
  return find_in_tail(p, end, high);
}

#if defined(__SSE2__)
static inline const uint8_t *find_sse2(const uint8_t *p, const uint8_t *end, int *high) {
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  const __m128i last = _mm_set1_epi8(0x1F);
  while (end - p >= 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)),
                               _mm_cmpeq_epi8(_mm_max_epu8(v, last), last));
    unsigned mask = (unsigned)_mm_movemask_epi8(hit), tops = (unsigned)_mm_movemask_epi8(v);
    if (mask) {
      // The bits below the lowest that is set.
      *high |= (tops & (mask - 1) & ~mask) != 0;
      return p + __builtin_ctz(mask);
    }
    *high |= tops != 0;
    p += 16;
  }
  return find_in_tail(p, end, high);
}
#endif

#if HAS_AVX2
AVX2 static inline const uint8_t *find_avx2(const uint8_t *p, const uint8_t *end, int *high) {
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
  const __m256i last = _mm256_set1_epi8(0x1F);
  while (end - p >= 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i hit =
        _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(v, quote), _mm256_cmpeq_epi8(v, backslash)),
                        _mm256_cmpeq_epi8(_mm256_max_epu8(v, last), last));
    unsigned mask = (unsigned)_mm256_movemask_epi8(hit), tops = (unsigned)_mm256_movemask_epi8(v);
    if (mask) {
      *high |= (tops & (mask - 1) & ~mask) != 0;
      return p + __builtin_ctz(mask);
    }
    *high |= tops != 0;
    p += 32;
  }
  return find_sse2(p, end, high);
}
#endif

// One scan, written once and made for each level.
#define DEFINE_SCAN(NAME, LEVEL, FIND)                                               \
  static bs_string NAME(const uint8_t *p, const uint8_t *end) {                     \
    bs_string r = {p, 0, BS_OK};                                                     \
    for (;;) {                                                                       \
      int high = 0;                                                                  \
      const uint8_t *at = FIND(p, end, &high);                                       \
      if (high) {                                                                    \
        r.flags |= BS_NON_ASCII;                                                     \
        int cut;                                                                     \
        size_t good = bs_utf8_prefix_at(LEVEL, p, at, &cut);                         \
        if (p + good < at) {                                                         \
          /* What a quote cuts off is bad; what the end cuts off is only unfinished. */ \
          r.at = p + good;                                                           \
          r.status = cut && at == end ? BS_END : BS_BAD_UTF8;                        \
          return r;                                                                  \
        }                                                                            \
      }                                                                              \
      r.at = at;                                                                     \
      if (at >= end) {                                                               \
        r.status = BS_END;                                                           \
        return r;                                                                    \
      }                                                                              \
      if (*at == '"') return r;                                                      \
      if (*at < 0x20) {                                                              \
        r.status = BS_CONTROL;                                                       \
        return r;                                                                    \
      }                                                                              \
      p = escape(at, end, &r);                                                       \
      if (r.status != BS_OK) return r;                                               \
    }                                                                                \
  }

DEFINE_SCAN(scan_plain, BS_PLAIN, find_plain)
#if defined(__SSE2__)
DEFINE_SCAN(scan_sse2, BS_SSE2, find_sse2)
#endif
#if HAS_AVX2
AVX2 DEFINE_SCAN(scan_avx2, BS_AVX2, find_avx2)
#endif

int bs_level(void) {
#if HAS_AVX2
  static int level = -1;
  // Written with the same value whoever comes first.
  int known = __atomic_load_n(&level, __ATOMIC_RELAXED);
  if (known < 0) {
    __builtin_cpu_init();
    known = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") ? BS_AVX2 : BS_SSE2;
    __atomic_store_n(&level, known, __ATOMIC_RELAXED);
  }
  return known;
#elif defined(__SSE2__)
  return BS_SSE2;
#else
  return BS_PLAIN;
#endif
}

bs_string bs_scan_string_at(int level, const uint8_t *p, const uint8_t *end) {
#if HAS_AVX2
  if (level == BS_AVX2) return scan_avx2(p, end);
#endif
#if defined(__SSE2__)
  if (level == BS_SSE2) return scan_sse2(p, end);
#endif
  return scan_plain(p, end);
}

// The scan of this machine's level, chosen when the program starts.
#if defined(__SSE2__)
static bs_string (*chosen)(const uint8_t *, const uint8_t *) = scan_sse2;
#else
static bs_string (*chosen)(const uint8_t *, const uint8_t *) = scan_plain;
#endif

#if HAS_AVX2
__attribute__((constructor)) static void choose(void) {
  if (bs_level() == BS_AVX2) chosen = scan_avx2;
}
#endif

bs_string bs_scan_string(const uint8_t *p, const uint8_t *end) { return chosen(p, end); }
