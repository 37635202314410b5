#define B(k) (uint(ref.words[(k) / ${WIDTH}]) >> (k) % ${WIDTH} * 8 & 255)
float vectorValueOf(ValueRef ref, uint i) {
    return ${VALUE};
}
#undef B
vector<T, ${V}> decodeVector(const in ValueRef ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<T, ${V}> result;
    for (uint n = 0; n < ${V}; n++) {
        result[n] = T(vectorValueOf(ref, inside[1] + n));
    }
    return result;
}
