// Padding may stand behind the value: a word needs to be aligned. Nothing reads the word.
struct Padded { uint32_t word; T value; };
layout(buffer_reference, scalar, buffer_reference_align = ${ALIGNMENT}) readonly buffer PaddedRef { Padded padded; };
T decode(const in PaddedRef ref, const in uint32_t at[2], const in uint32_t inside[2]) { return ref.padded.value; }
