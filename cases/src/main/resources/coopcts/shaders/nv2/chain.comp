${HEAD}
// A product whose result is an operand of the next one.
layout(set = 0, binding = 0, std430) readonly buffer ABuffer { ${A} a[]; };
layout(set = 0, binding = 1, std430) readonly buffer BBuffer { ${A} b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DBuffer { T d[]; };
#define MATRIX_OF(type, use) coopmat<type, ${SCOPE}, ${ROWS}, ${ROWS}, use>

void main() {
    MATRIX_OF(${A}, gl_MatrixUseA) x;
    MATRIX_OF(${A}, gl_MatrixUseB) y;
    coopMatLoad(x, a, INSTANCE * SIZE, ${ROWS}, ROW_MAJOR);
    coopMatLoad(y, b, 0, ${ROWS}, ROW_MAJOR);
    MATRIX sum = coopMatMulAdd(x, y, MATRIX(T(0)));
    MATRIX_OF(${A}, gl_MatrixUseAccumulator) between = MATRIX_OF(${A}, gl_MatrixUseAccumulator)(sum);
${MAIN}
    coopMatStore(sum, d, INSTANCE * SIZE, ${ROWS}, ROW_MAJOR);
}
