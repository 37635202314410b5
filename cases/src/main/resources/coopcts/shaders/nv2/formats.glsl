// A block as bytes, and the same as the functions see it: the value of an element over bytes B(k).
struct Block { uint8_t bytes[${BYTES}]; };
layout(buffer_reference, scalar, buffer_reference_align = ${ALIGNMENT}) readonly buffer BlockRef { Block block; };
layout(buffer_reference, scalar, buffer_reference_align = ${ALIGNMENT}) readonly buffer ValueRef { ${WORD} words[${WORDS}]; };
const float CODEBOOK[16] = float[](-121, -99, -80, -63, -48, -34, -21, -9, 2, 14, 26, 39, 54, 71, 91, 117);
const float E2M1[16] = float[](0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6);
int signed8(uint x) { return int(x << 24) >> 24; }
float exp2of(int e) { return uintBitsToFloat(uint(e + 127) << 23); }
float halfOf(uint low, uint high) { return float(uint16BitsToHalf(uint16_t(low | high << 8))); }
#define half2(k) halfOf(B(k), B((k) + 1))
#define nibble(first, i) (B((first) + (i) % 16) >> (i) / 16 * 4 & 15)
#define nibble16(first, i) (B((first) + (i) / 16 * 8 + (i) % 8) >> (i) % 16 / 8 * 4 & 15)
#define six(first, j, least) ((j) < 4 ? B((first) + (j) + (least ? 4 : 0)) & 63 : (B((first) + 4 + (j)) >> (least ? 4 : 0) & 15) | B((first) + (j) - (least ? 0 : 4)) >> 6 << 4)

#define B(k) uint(ref.block.bytes[k])
float valueOf(BlockRef ref, uint i) {
    return ${VALUE};
}
#undef B
${RESULT} decode(const in BlockRef ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    return ${RESULT}(valueOf(ref, inside[1]));
}
