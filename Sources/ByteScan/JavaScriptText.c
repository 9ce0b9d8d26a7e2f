#include "JavaScriptText.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define BS_X86 1
#endif

// MARK: Single units

static const char hex_pairs[513] =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
    "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
    "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
    "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
    "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
    "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
    "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

// Puts one UTF-16 unit as \uXXXX.
static inline uint8_t *put_unit(uint8_t *out, uint32_t unit) {
  out[0] = '\\';
  out[1] = 'u';
  memcpy(out + 2, hex_pairs + (unit >> 8) * 2, 2);
  memcpy(out + 4, hex_pairs + (unit & 0xFF) * 2, 2);
  return out + 6;
}

static inline uint8_t *put_code_point(uint8_t *out, uint32_t c) {
  if (c < 0x10000) return put_unit(out, c);
  c -= 0x10000;
  return put_unit(put_unit(out, 0xD800 + (c >> 10)), 0xDC00 + (c & 0x3FF));
}

// The code point at p in *c and the length of its sequence; 0 where the bytes are not UTF-8
// (RFC 3629). p points at a byte of 0x80 and above.
static inline int decode(const uint8_t *p, const uint8_t *end, uint32_t *c) {
  uint32_t b = p[0];
  if (b < 0xC2) return 0;
  if (b < 0xE0) {
    if (end - p < 2 || (p[1] & 0xC0) != 0x80) return 0;
    *c = (b & 0x1F) << 6 | (p[1] & 0x3F);
    return 2;
  }
  if (b < 0xF0) {
    if (end - p < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80) return 0;
    *c = (b & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    return *c < 0x800 || (*c >= 0xD800 && *c <= 0xDFFF) ? 0 : 3;
  }
  if (b > 0xF4 || end - p < 4 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80 ||
      (p[3] & 0xC0) != 0x80)
    return 0;
  *c = (b & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 | (uint32_t)(p[2] & 0x3F) << 6 |
       (p[3] & 0x3F);
  return *c < 0x10000 || *c > 0x10FFFF ? 0 : 4;
}

static inline int is_plain(uint8_t c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\'' && c != '<' && c != '>' && c != '\\';
}

static inline int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static inline int is_hex(uint8_t c) {
  return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

// MARK: Keys

static inline uint64_t load64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}

// Two keys with different hashes are different; with the same hash they may be anything.
// `left` bytes may be read from p.
static inline uint32_t hash_key(const uint8_t *p, size_t n, size_t left) {
  const uint64_t k1 = 0x9E3779B97F4A7C15ull, k2 = 0xD1B54A32D192ED03ull;
  uint64_t a, b, h = n * k2;
  while (n > 16) {
    h = (h ^ load64(p)) * k1;
    h ^= h >> 32;
    p += 8;
    n -= 8;
    left -= 8;
  }
  uint8_t padded[16] = {0};
  if (left < 16) {
    memcpy(padded, p, n);
    p = padded;
  }
  // Without a branch: what does not belong to the key is shifted out.
  a = load64(p);
  b = load64(p + 8);
  a = n >= 8 ? a : n == 0 ? 0 : a << (64 - 8 * n);
  b = n > 8 ? b << (128 - 8 * n) : 0;
  h = (h ^ a) * k1;
  h ^= h >> 32;
  h = (h ^ b) * k2;
  return (uint32_t)(h >> 32);
}

// Containers and keys that the one-pass check keeps in mind. Beyond that it gives up.
enum { MAX_OPEN = 64, MAX_KEYS = 256 };

// The container around the one at hand.
typedef struct {
  uint64_t seen;
  uint32_t first_key;
  uint32_t is_object;
} outer_container;

#if defined(BS_X86)
#define S 0x80
static const uint8_t special_bytes[128] __attribute__((aligned(64))) = {
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S,
    ['"'] = S, ['\''] = S, ['<'] = S, ['>'] = S, ['\\'] = S, [0x7F] = S,
};
#undef S
#endif

// MARK: The pass, once for each width of vector

// Each width defines `take(out, p)`, which copies the 64 bytes at p: bit i of what it gives is set if
// byte i does not stand for itself in a JavaScript string, or is a quote. And `is_quiet(out, p)`, which
// copies the 256 bytes at p: 1 if none of them is special.

#define NAME(word) word##_baseline
#define TARGET
#if defined(BS_X86)
// The special bytes but for the double quote, which stands for itself in single quotes.
static inline __m128i hits16_quoted(uint8_t *out, const uint8_t *p) {
  __m128i v = _mm_loadu_si128((const __m128i *)p);
  _mm_storeu_si128((__m128i *)out, v);
  // Signed comparison: bytes of 0x80 and above are negative, hence below 0x20 as well.
  __m128i hit = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
  hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('\'')));
  hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
  hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F)));
  hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(2)), _mm_set1_epi8('>')));
  return hit;
}

static inline __m128i hits16(uint8_t *out, const uint8_t *p) {
  __m128i v = _mm_loadu_si128((const __m128i *)p);
  return _mm_or_si128(hits16_quoted(out, p), _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
}

static inline uint64_t take16(uint8_t *out, const uint8_t *p) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(hits16(out, p));
}

static inline uint64_t take_quoted_baseline(uint8_t *out, const uint8_t *p) {
  uint64_t mask = 0;
  for (int i = 0; i < 64; i += 16)
    mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(hits16_quoted(out + i, p + i)) << i;
  return mask;
}

static inline int is_quiet_baseline(uint8_t *out, const uint8_t *p) {
  __m128i hits = _mm_setzero_si128();
  for (int i = 0; i < 256; i += 16) hits = _mm_or_si128(hits, hits16(out + i, p + i));
  return _mm_movemask_epi8(hits) == 0;
}

static inline uint64_t take_baseline(uint8_t *out, const uint8_t *p) {
  return take16(out, p) | take16(out + 16, p + 16) << 16 | take16(out + 32, p + 32) << 32 |
         take16(out + 48, p + 48) << 48;
}
#else
// The high bit of every byte that is 0.
static inline uint64_t zero_bytes(uint64_t v) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7Full;
  return ~(((v & low) + low) | v | low);
}

static inline uint64_t take_baseline(uint8_t *out, const uint8_t *p) {
  const uint64_t ones = 0x0101010101010101ull;
  uint64_t mask = 0;
  memcpy(out, p, 64);
  for (int i = 0; i < 8; i++) {
    uint64_t v = load64(p + 8 * i);
    uint64_t hit = zero_bytes(v ^ (ones * '"')) | zero_bytes(v ^ (ones * '\'')) |
                   zero_bytes(v ^ (ones * '\\')) | zero_bytes(v ^ (ones * 0x7F)) |
                   zero_bytes((v | ones * 2) ^ (ones * '>')) | zero_bytes(v & (ones * 0xE0)) |
                   (v & (ones * 0x80));
    // Gathers the eight high bits, the first byte's lowest.
    mask |= ((hit >> 7) * 0x0102040810204080ull >> 56) << (8 * i);
  }
  return mask;
}

// A double quote is looked at as well, and found to stand for itself.
static inline uint64_t take_quoted_baseline(uint8_t *out, const uint8_t *p) {
  return take_baseline(out, p);
}

static inline int is_quiet_baseline(uint8_t *out, const uint8_t *p) {
  uint64_t mask = 0;
  for (int i = 0; i < 256; i += 64) mask |= take_baseline(out + i, p + i);
  return mask == 0;
}
#endif
static inline void words_baseline(const uint8_t **p, const uint8_t *end, uint8_t **o,
                                  const uint8_t *out_end) {
  (void)p, (void)end, (void)o, (void)out_end;
}
#include "JavaScriptTextPass.h"
#undef NAME
#undef TARGET

#if defined(BS_X86)

// A byte is special if the bits that its two halves stand for meet. Bit 0: control or not ASCII;
// 1: quotes; 2: angle brackets; 3: backslash; 4: delete.
#define LOW_HALVES 1, 1, 3, 1, 1, 1, 1, 3, 1, 1, 1, 1, 13, 1, 5, 17
#define HIGH_HALVES 1, 1, 2, 4, 0, 8, 0, 16, 1, 1, 1, 1, 1, 1, 1, 1

#define NAME(word) word##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2")))
TARGET static inline __m256i hits32(uint8_t *out, const uint8_t *p) {
  const __m256i low = _mm256_setr_epi8(LOW_HALVES, LOW_HALVES);
  const __m256i high = _mm256_setr_epi8(HIGH_HALVES, HIGH_HALVES);
  const __m256i half = _mm256_set1_epi8(15);
  __m256i v = _mm256_loadu_si256((const __m256i *)p);
  _mm256_storeu_si256((__m256i *)out, v);
  __m256i a = _mm256_shuffle_epi8(low, _mm256_and_si256(v, half));
  __m256i b = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));
  return _mm256_and_si256(a, b);
}

// Without the double quote.
TARGET static inline uint64_t take32_quoted(uint8_t *out, const uint8_t *p) {
  const __m256i quote = _mm256_set1_epi8('"');
  __m256i v = _mm256_loadu_si256((const __m256i *)p);
  __m256i none = _mm256_cmpeq_epi8(hits32(out, p), _mm256_setzero_si256());
  none = _mm256_or_si256(none, _mm256_cmpeq_epi8(v, quote));
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(none);
}

TARGET static inline uint64_t take_quoted_avx2(uint8_t *out, const uint8_t *p) {
  return ~(take32_quoted(out, p) | take32_quoted(out + 32, p + 32) << 32);
}

TARGET static inline void words_avx2(const uint8_t **p, const uint8_t *end, uint8_t **o,
                                     const uint8_t *out_end) {
  (void)p, (void)end, (void)o, (void)out_end;
}

// The bytes that are not special.
TARGET static inline uint64_t take32(uint8_t *out, const uint8_t *p) {
  __m256i none = _mm256_cmpeq_epi8(hits32(out, p), _mm256_setzero_si256());
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(none);
}

TARGET static inline int is_quiet_avx2(uint8_t *out, const uint8_t *p) {
  __m256i hits = _mm256_setzero_si256();
  for (int i = 0; i < 256; i += 32) hits = _mm256_or_si256(hits, hits32(out + i, p + i));
  return _mm256_testz_si256(hits, hits);
}

TARGET static inline uint64_t take_avx2(uint8_t *out, const uint8_t *p) {
  return ~(take32(out, p) | take32(out + 32, p + 32) << 32);
}
#include "JavaScriptTextPass.h"
#undef NAME
#undef TARGET

#define NAME(word) word##_avx512
#define TARGET __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")))
TARGET static inline __m512i hits64(uint8_t *out, const uint8_t *p) {
  // One look-up in a table of the 128 ASCII bytes; what is not ASCII has the high bit already.
  const __m512i low = _mm512_load_si512(special_bytes);
  const __m512i high = _mm512_load_si512(special_bytes + 64);
  __m512i v = _mm512_loadu_si512(p);
  _mm512_storeu_si512(out, v);
  return _mm512_or_si512(v, _mm512_permutex2var_epi8(low, v, high));
}

TARGET static inline uint64_t take_avx512(uint8_t *out, const uint8_t *p) {
  return _mm512_movepi8_mask(hits64(out, p));
}

TARGET static inline uint64_t take_quoted_avx512(uint8_t *out, const uint8_t *p) {
  __m512i v = _mm512_loadu_si512(p);
  return _mm512_movepi8_mask(hits64(out, p)) & ~_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
}

#include "JavaScriptWords.h"

TARGET static inline int is_quiet_avx512(uint8_t *out, const uint8_t *p) {
  __m512i a = _mm512_or_si512(hits64(out, p), hits64(out + 64, p + 64));
  __m512i b = _mm512_or_si512(hits64(out + 128, p + 128), hits64(out + 192, p + 192));
  return _mm512_movepi8_mask(_mm512_or_si512(a, b)) == 0;
}
#include "JavaScriptTextPass.h"
#undef NAME
#undef TARGET

#endif

// MARK: Entry points

int bs_js_level(void) {
#if defined(BS_X86)
  static int level = -1;
  int known = __atomic_load_n(&level, __ATOMIC_RELAXED);
  if (known >= 0) return known;
  known = BS_JS_BASELINE;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2")) {
    known = BS_JS_AVX2;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2"))
      known = BS_JS_AVX512;
  }
  __atomic_store_n(&level, known, __ATOMIC_RELAXED);
  return known;
#else
  return BS_JS_BASELINE;
#endif
}

bs_progress bs_js_escape(const uint8_t *text, size_t n, uint8_t *out, size_t capacity) {
#if defined(BS_X86)
  int level = bs_js_level();
  if (level == BS_JS_AVX512) return escape_avx512(text, n, out, capacity);
  if (level == BS_JS_AVX2) return escape_avx2(text, n, out, capacity);
#endif
  return escape_baseline(text, n, out, capacity);
}

size_t bs_js_plain_at(int level, const uint8_t *text, size_t n, uint8_t *out, size_t capacity,
                      uint32_t options, size_t max_depth) {
#if defined(BS_X86)
  if (level == BS_JS_AVX512) return plain_avx512(text, n, out, capacity, options, max_depth);
  if (level == BS_JS_AVX2) return plain_avx2(text, n, out, capacity, options, max_depth);
#endif
  (void)level;
  return plain_baseline(text, n, out, capacity, options, max_depth);
}

size_t bs_js_plain(const uint8_t *text, size_t n, uint8_t *out, size_t capacity, uint32_t options,
                   size_t max_depth) {
  return bs_js_plain_at(bs_js_level(), text, n, out, capacity, options, max_depth);
}

size_t bs_count_foreign(const uint8_t *text, size_t n) {
  size_t count = 0, i = 0;
#if defined(BS_X86)
  while (n - i >= 16) {
    // Bytes count down from 0 in sixteen lanes, at most 255 times.
    size_t blocks = (n - i) / 16 < 255 ? (n - i) / 16 : 255;
    __m128i lanes = _mm_setzero_si128(), zero = _mm_setzero_si128();
    for (; blocks > 0; blocks--, i += 16) {
      __m128i v = _mm_loadu_si128((const __m128i *)(text + i));
      lanes = _mm_sub_epi8(lanes, _mm_cmplt_epi8(v, zero));
    }
    __m128i sums = _mm_sad_epu8(lanes, zero);
    count += (size_t)_mm_cvtsi128_si32(sums) +
             (size_t)_mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums));
  }
#endif
  for (; i < n; i++) count += text[i] >> 7;
  return count;
}

// MARK: JSON strings

#if defined(BS_X86)
// The same for whole blocks of 64 bytes.
__attribute__((target("avx512f,avx512bw"))) static size_t json_blocks(const uint8_t *text, size_t n,
                                                                      uint8_t *out) {
  const __m512i quote = _mm512_set1_epi8('"'), backslash = _mm512_set1_epi8('\\');
  const __m512i space = _mm512_set1_epi8(0x20);
  size_t i = 0;
  for (; n - i >= 64; i += 64) {
    __m512i v = _mm512_loadu_si512(text + i);
    _mm512_storeu_si512(out + i, v);
    uint64_t hit = _mm512_cmplt_epu8_mask(v, space) | _mm512_cmpeq_epi8_mask(v, quote) |
                   _mm512_cmpeq_epi8_mask(v, backslash);
    if (hit) return i + (size_t)__builtin_ctzll(hit);
  }
  return i;
}
#endif

size_t bs_json_run(const uint8_t *text, size_t n, uint8_t *out) {
  size_t i = 0;
#if defined(BS_X86)
  if (n >= 128 && bs_js_level() == BS_JS_AVX512) i = json_blocks(text, n, out);
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  const __m128i last = _mm_set1_epi8(0x1F);
  for (; n - i >= 16; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(text + i));
    _mm_storeu_si128((__m128i *)(out + i), v);
    __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(v, last), v);  // unsigned: at most 0x1F
    hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)));
    int mask = _mm_movemask_epi8(hit);
    if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
  }
#endif
  for (; i < n && text[i] >= 0x20 && text[i] != '"' && text[i] != '\\'; i++) out[i] = text[i];
  return i;
}
