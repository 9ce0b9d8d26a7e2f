#include "ByteScan.h"

#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/random.h>
#endif

const uint8_t *bs_find_newline(const uint8_t *p, const uint8_t *end) {
  const uint8_t *at = memchr(p, '\n', (size_t)(end - p));
  return at ? at : end;
}

size_t bs_count_code_points(const uint8_t *p, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += (p[i] & 0xC0) != 0x80;
  return count;
}

int bs_same(const uint8_t *a, const uint8_t *b, size_t n) { return memcmp(a, b, n) == 0; }

int bs_compare(const uint8_t *a, const uint8_t *b, size_t n) { return memcmp(a, b, n); }

const uint8_t bs_masks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                              255, 255, 255, 255, 255, 255, 255, 255};

uint64_t bs_hash_seed = 0x243f6a8885a308d3ull;

__attribute__((constructor)) static void choose_seed(void) {
  uint64_t random = 0;
#if defined(__APPLE__)
  arc4random_buf(&random, sizeof random);
#elif defined(__linux__)
  // Where the system gives none, the fixed number stays: slower at worst, never wrong.
  if (getentropy(&random, sizeof random) != 0) random = 0;
#endif
  bs_hash_seed ^= random;
}

uint64_t bs_hash_long(const uint8_t *p, size_t n) {
  uint64_t low, high, h = 0;
  for (size_t left = n; left > 16; left -= 16, p += 16) {
    memcpy(&low, p, 8);
    memcpy(&high, p + 8, 8);
    h = bs_fold(low ^ h ^ bs_hash_seed, high ^ h ^ 0xd1342543de82ef95ull);
  }
  // The last 16 bytes, which overlap those before.
  size_t left = n & 15 ? n & 15 : 16;
  memcpy(&low, p + left - 16, 8);
  memcpy(&high, p + left - 8, 8);
  return bs_hash_words(low ^ h, high ^ h, n);
}
