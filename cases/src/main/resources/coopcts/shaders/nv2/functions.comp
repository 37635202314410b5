${HEAD}
layout(push_constant, std430) uniform Push { uint number; } push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) readonly buffer OtherBuffer { T other[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ResultBuffer { ${RESULT_COMPONENT} result[]; };
layout(set = 0, binding = 3, std430) readonly buffer TableBuffer { T table[]; };
#define RESULT coopmat<${RESULT_COMPONENT}, ${SCOPE}, ${RESULT_ROWS}, ${RESULT_COLUMNS}, ${RESULT_USE}>
${GLOBAL}
void main() {
    MATRIX m;
    MATRIX n;
    RESULT r;
    coopMatLoad(m, source, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
    coopMatLoad(n, other, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
${MAIN}
    coopMatStore(r, result, INSTANCE * ${RESULT_ROWS} * ${RESULT_COLUMNS}, ${RESULT_COLUMNS}, ROW_MAJOR);
}
