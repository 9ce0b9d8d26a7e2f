#include "Level.h"

int bs_sequence(const uint8_t *p, const uint8_t *end) {
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

static size_t prefix_plain(const uint8_t *p, const uint8_t *end, int *cut) {
  const uint8_t *start = p;
  *cut = 0;
  while (p < end) {
    if (*p < 0x80) {
      uint64_t v;
      while (end - p >= 8 && (memcpy(&v, p, 8), !(v & 0x8080808080808080ull))) p += 8;
      while (p < end && *p < 0x80) p++;
      continue;
    }
    // Runs of three-byte sequences (most of Asia) four bytes at a time. In the low nibble of the
    // first byte and bit 5 of the second stand the two cases that are not allowed: E0 below A0, ED
    // from A0 on.
    uint32_t v;
    while (end - p >= 4 && (memcpy(&v, p, 4), (v & 0x00C0C0F0u) == 0x008080E0u)) {
      uint32_t kind = v & 0x200Fu;
      if (kind == 0 || kind == 0x200Du) break;
      p += 3;
    }
    if (p >= end || *p < 0x80) continue;
    int n = bs_sequence(p, end);
    if (n <= 0) {
      *cut = n < 0;
      break;
    }
    p += n;
  }
  return (size_t)(p - start);
}

#if HAS_AVX2

// 32 bytes at a time with three table look-ups per byte (Keiser and Lemire, "Validating UTF-8 in
// less than one instruction per byte", 2021): each table maps a nibble to the faults it allows, and
// a fault stands where all three agree.
enum {
  TOO_SHORT = 1 << 0,   // a lead byte without a continuation
  TOO_LONG = 1 << 1,    // a continuation behind ASCII
  OVERLONG_3 = 1 << 2,  // E0 below A0
  TOO_LARGE = 1 << 3,   // F4 from 90 on, F5 and above
  SURROGATE = 1 << 4,   // ED from A0 on
  OVERLONG_2 = 1 << 5,  // C0, C1
  OVERLONG_4 = 1 << 6,  // F0 below 90
  TOO_LARGE_2 = 1 << 6, // F5 and above with 8x: shares the bit, the first byte tells them apart
  TWO_CONTS = 1 << 7,   // a continuation behind a continuation: right only in a long sequence
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS,
};

#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

AVX2 static inline __m256i high_nibbles(__m256i v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

AVX2 static inline __m256i faults(__m256i v, __m256i before) {
  // The vectors that begin one, two and three bytes earlier.
  __m256i across = _mm256_permute2x128_si256(before, v, 0x21);
  __m256i one = _mm256_alignr_epi8(v, across, 15);
  __m256i two = _mm256_alignr_epi8(v, across, 14);
  __m256i three = _mm256_alignr_epi8(v, across, 13);

  const __m256i first_high = TWICE(
      TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
      (char)TWO_CONTS, (char)TWO_CONTS, (char)TWO_CONTS, (char)TWO_CONTS,
      TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
      TOO_SHORT | TOO_LARGE | TOO_LARGE_2 | OVERLONG_4);
  const __m256i first_low = TWICE(
      (char)(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4), (char)(CARRY | OVERLONG_2),
      (char)CARRY, (char)CARRY, (char)(CARRY | TOO_LARGE),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2), (char)(CARRY | TOO_LARGE | TOO_LARGE_2),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2), (char)(CARRY | TOO_LARGE | TOO_LARGE_2),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2), (char)(CARRY | TOO_LARGE | TOO_LARGE_2),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2), (char)(CARRY | TOO_LARGE | TOO_LARGE_2),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2 | SURROGATE), (char)(CARRY | TOO_LARGE | TOO_LARGE_2),
      (char)(CARRY | TOO_LARGE | TOO_LARGE_2));
  const __m256i second_high = TWICE(
      TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_2 | OVERLONG_4),
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE),
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE),
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE),
      TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT);

  __m256i fault = _mm256_and_si256(
      _mm256_and_si256(
          _mm256_shuffle_epi8(first_high, high_nibbles(one)),
          _mm256_shuffle_epi8(first_low, _mm256_and_si256(one, _mm256_set1_epi8(0x0F)))),
      _mm256_shuffle_epi8(second_high, high_nibbles(v)));
  // The third byte of a long sequence and the fourth of a longer one must be continuations behind
  // continuations, and nothing else may be.
  __m256i third = _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must, fault);
}

// Whether all of [p, end) is UTF-8.
AVX2 static int is_utf8_avx2(const uint8_t *p, const uint8_t *end) {
  __m256i before = _mm256_setzero_si256(), wrong = _mm256_setzero_si256();
  while (end - p >= 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    wrong = _mm256_or_si256(wrong, faults(v, before));
    before = v;
    p += 32;
  }
  // The rest, followed by zeros: a sequence that the end cuts off shows as too short.
  uint8_t rest[32] = {0};
  memcpy(rest, p, (size_t)(end - p));
  __m256i v = _mm256_loadu_si256((const __m256i *)rest);
  wrong = _mm256_or_si256(wrong, faults(v, before));
  return _mm256_testz_si256(wrong, wrong);
}

// The same where 32 bytes behind the end can be read.
AVX2 static int is_utf8_padded_avx2(const uint8_t *p, const uint8_t *end) {
  static const uint8_t masks[64] = {[0 ... 31] = 0xFF};
  __m256i before = _mm256_setzero_si256(), wrong = _mm256_setzero_si256();
  for (; end - p >= 32; p += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    wrong = _mm256_or_si256(wrong, faults(v, before));
    before = v;
  }
  // The rest, followed by zeros, even if there is none.
  __m256i mask = _mm256_loadu_si256((const __m256i *)(masks + 32 - (end - p)));
  __m256i v = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)p), mask);
  wrong = _mm256_or_si256(wrong, faults(v, before));
  return _mm256_testz_si256(wrong, wrong);
}

#endif

int bs_is_utf8_padded(int level, const uint8_t *p, const uint8_t *end) {
#if HAS_AVX2
  if (level == BS_AVX2) return is_utf8_padded_avx2(p, end);
#endif
  int cut;
  return prefix_plain(p, end, &cut) == (size_t)(end - p);
}

size_t bs_utf8_prefix_at(int level, const uint8_t *p, const uint8_t *end, int *cut) {
#if HAS_AVX2
  // Below that the plain loop is as fast. A fault is looked for again to say where it is.
  if (level == BS_AVX2 && end - p >= 48 && is_utf8_avx2(p, end)) {
    *cut = 0;
    return (size_t)(end - p);
  }
#endif
  return prefix_plain(p, end, cut);
}

size_t bs_utf8_prefix(const uint8_t *p, const uint8_t *end, int *cut) {
  return bs_utf8_prefix_at(bs_level(), p, end, cut);
}
