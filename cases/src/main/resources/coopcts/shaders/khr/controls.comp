#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
${EXTENSIONS}
// One operation on matrices under an execution mode of float controls.
layout(local_size_x = ${LOCAL_SIZE}) in;

${MODES}
#define MATRIX_OF(type) coopmat<type, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}>
const uint SIZE = ${ROWS} * ${COLUMNS};
layout(set = 0, binding = 0, std430) readonly buffer LeftBuffer { ${SOURCE} left[]; };
layout(set = 0, binding = 1, std430) readonly buffer RightBuffer { ${SOURCE} right[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ResultBuffer { ${RESULT} result[]; };

void main() {
    MATRIX_OF(${SOURCE}) x;
    MATRIX_OF(${SOURCE}) y;
    coopMatLoad(x, left, gl_WorkGroupID.x * SIZE, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(y, right, gl_WorkGroupID.x * SIZE, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
    MATRIX_OF(${RESULT}) r = ${CODE};
    coopMatStore(r, result, gl_WorkGroupID.x * SIZE, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
}
