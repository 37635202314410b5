#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
${EXTENSIONS}
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${MATRIX_ROWS}, ${MATRIX_COLUMNS}, ${USE}>
#define INSTANCE ${INSTANCE}
const uint SIZE = ${ROWS} * ${COLUMNS};
const int ROW_MAJOR = gl_CooperativeMatrixLayoutRowMajor;
