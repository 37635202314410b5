${HEAD}
// D = A * B + C over ${STEPS} steps of K, at workgroup or subgroup scope, doubled by an operator;
// shared variables of the application keep what they hold.
layout(set = 0, binding = 0, std430) readonly buffer ABuffer { ${A} a[]; };
layout(set = 0, binding = 1, std430) readonly buffer BBuffer { ${B} b[]; };
layout(set = 0, binding = 2, std430) readonly buffer CBuffer { T c[]; };
layout(set = 0, binding = 3, std430) writeonly buffer DBuffer { T d[]; };
layout(set = 0, binding = 4, std430) writeonly buffer KeptBuffer { uint kept[]; };
shared uint own[${LOCAL_SIZE}];

void main() {
    own[gl_LocalInvocationIndex] = gl_LocalInvocationIndex * 0x01010101u + gl_WorkGroupID.x;
    barrier();
    MATRIX sum;
    coopMatLoad(sum, c, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
    for (uint step = 0; step < ${STEPS}; step++) {
        coopmat<${A}, ${SCOPE}, ${ROWS}, ${K}, gl_MatrixUseA> x;
        coopmat<${B}, ${SCOPE}, ${K}, ${COLUMNS}, gl_MatrixUseB> y;
        coopMatLoad(x, a, INSTANCE * ${ROWS} * ${K} * ${STEPS} + step * ${K}, ${K} * ${STEPS}, ROW_MAJOR);
        coopMatLoad(y, b, step * ${K} * ${COLUMNS}, ${COLUMNS}, ROW_MAJOR);
        sum = coopMatMulAdd(x, y, sum${SATURATING});
    }
${OPERATORS}    coopMatStore(sum, d, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
    barrier();
    kept[gl_WorkGroupID.x * ${LOCAL_SIZE} + gl_LocalInvocationIndex] = own[(gl_LocalInvocationIndex + 1) % ${LOCAL_SIZE}];
}
