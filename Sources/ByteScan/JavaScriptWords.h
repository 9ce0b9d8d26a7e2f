// Included by JavaScriptText.c for the widest vectors: text of other scripts, and the spaces and
// digits in it, 64 bytes at a time. Each character gets eight bytes of a vector, of which six or one
// are kept.

// Three vectors of constants.
static const uint8_t words_iota[64] __attribute__((aligned(64))) = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

// Byte by byte, the number of the lane of eight bytes.
static const uint8_t words_lanes[64] __attribute__((aligned(64))) = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
    4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7};

// Escapes as far as the text is in whole blocks of characters of one to three bytes that are right
// and, where they are ASCII, stand for themselves. Moves both pointers behind what is done, which may
// be nothing: what stops it is for the caller.
TARGET static void words_avx512(const uint8_t **pp, const uint8_t *end, uint8_t **oo,
                                const uint8_t *out_end) {
  const uint64_t each = 0x0101010101010101ull;
  const __m512i low = _mm512_load_si512(special_bytes);
  const __m512i high = _mm512_load_si512(special_bytes + 64);
  const __m512i iota = _mm512_load_si512(words_iota), lanes = _mm512_load_si512(words_lanes);
  // The last byte of a character, the one before it, and the one before that.
  const __m512i back = _mm512_set1_epi64(0x0000000000FEFF00ll);
  const __m512i sixes = _mm512_set1_epi16(0x4001), twelves = _mm512_set1_epi32(0x10000001);
  const __m512i shifts = _mm512_set1_epi64(0x00000004080C0000ll);
  const __m512i hex = _mm512_broadcast_i32x4(
      _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'));
  const __m512i begin = _mm512_set1_epi16('\\' | 'u' << 8);
  const uint8_t *p = *pp;
  uint8_t *o = *oo;
  // The caller's room for the rest as it is stays; a block grows by two bytes for each of its bytes.
  while (end - p >= 64 && out_end - o >= end - p + 256 + BS_JS_SLACK) {
    __m512i v = _mm512_loadu_si512(p);
    uint64_t foreign = _mm512_movepi8_mask(v);
    // Text that is mostly ASCII is copied by the block elsewhere.
    if (!(foreign & 1) && __builtin_popcountll(foreign) < 12) break;
    uint64_t special = _mm512_movepi8_mask(_mm512_permutex2var_epi8(low, v, high)) & ~foreign;
    uint64_t later = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)0xC0)) & foreign;
    uint64_t leads = foreign & ~later;
    uint64_t threes = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xE0));
    // Sequences of four bytes, and the two bytes that only begin a sequence that is too long.
    uint64_t others = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xF0)) |
                      (_mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)0xC2)) & leads);
    uint64_t stop = special | others;
    // Only what is before the first of those counts.
    uint64_t inside = stop ? (stop & -stop) - 1 : ~0ull;
    leads &= inside;
    threes &= inside;
    uint64_t due = leads << 1 | threes << 2;
    if ((due ^ later) & inside || (stop && due & ~inside)) break;
    if (!stop && (leads >> 63 || threes >> 62)) {
      // The block ends inside of a character, which belongs to the next one.
      inside = (1ull << (63 - __builtin_clzll(leads))) - 1;
      leads &= inside;
      threes &= inside;
    }
    if (!inside) break;
    if (threes) {
      __mmask64 e0 = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)0xE0)) << 1;
      __mmask64 ed = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)0xED)) << 1;
      __mmask64 small = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)0xA0));
      // Too long for what it says, or half of a surrogate pair.
      if (((e0 & small) | (ed & ~small)) & inside) break;
    }
    uint64_t first = inside & ~later;
    uint64_t last = first >> 1 | (inside & ~(inside >> 1));
    uint64_t are_foreign = _pext_u64(foreign, last), are_three = _pext_u64(threes << 2, last);
    int count = __builtin_popcountll(first);
    // The bits that a byte adds to its character's number.
    __m512i bits =
        _mm512_mask_blend_epi8(foreign, v, _mm512_and_si512(v, _mm512_set1_epi8(0x3F)));
    bits = _mm512_mask_blend_epi8(threes, bits, _mm512_and_si512(v, _mm512_set1_epi8(0x0F)));
    __m512i places = _mm512_maskz_compress_epi8(last, iota);
    __m512i lane = lanes;
    for (int done = 0; done < count; done += 8) {
      uint64_t wide = _pdep_u64(are_foreign, each);
      uint64_t bytes = each | wide << 1 | _pdep_u64(are_three, each) << 2;
      uint64_t kept = each | (wide << 6) - wide;
      if (count - done < 8) kept &= (1ull << 8 * (count - done)) - 1;
      __m512i at = _mm512_add_epi8(_mm512_permutexvar_epi8(lane, places), back);
      __m512i c = _mm512_maskz_permutexvar_epi8(bytes, at, bits);
      c = _mm512_madd_epi16(_mm512_maddubs_epi16(c, sixes), twelves);
      c = _mm512_multishift_epi64_epi8(shifts, c);
      __m512i text = _mm512_mask_shuffle_epi8(
          begin, 0x3C3C3C3C3C3C3C3Cull, hex, _mm512_and_si512(c, _mm512_set1_epi8(0x0F)));
      text = _mm512_mask_mov_epi8(text, each & ~wide, c);
      _mm512_storeu_si512(o, _mm512_maskz_compress_epi8(kept, text));
      o += __builtin_popcountll(kept);
      are_foreign >>= 8;
      are_three >>= 8;
      lane = _mm512_add_epi8(lane, _mm512_set1_epi8(8));
    }
    p += __builtin_popcountll(inside);
    if (stop) break;
  }
  *pp = p;
  *oo = o;
}
