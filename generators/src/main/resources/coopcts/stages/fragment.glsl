// BODY
// The odd width leaves helper invocations beside the last column.
void main() {
    invocation = min(uint(gl_FragCoord.y) * ${WIDTH} + uint(gl_FragCoord.x), ${COUNT} - 1);
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
