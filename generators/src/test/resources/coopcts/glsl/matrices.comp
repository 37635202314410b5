#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4468], 4463, 16);
layout(constant_id = 1) const float16_t FACTOR = float16_t(1.0);
layout(constant_id = 3) const uint ROWS = 8u;
layout(push_constant, std430) uniform Push {
    uint start;
    uint count;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { f16vec2 source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { float result[]; };
layout(set = 0, binding = 2, std430) buffer MarksBuffer { uint marks[]; };
layout(set = 0, binding = 3, std430) buffer LengthsBuffer { int lengths[]; };
layout(set = 0, binding = 4, std430) readonly buffer HalvesBuffer { float16_t halves[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) workgroupcoherent buffer FarElements { uint8_t elements[]; };
layout(set = 0, binding = 5, std430) readonly buffer AddressBuffer { FarElements far; } addresses;
shared float16_t tile[512];

void leave(const in coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> p) {

    if ((push.start + push.start) * 3u != 1u) return;
}

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> h;
    coopmat<float, gl_ScopeSubgroup, ROWS, 16, gl_MatrixUseAccumulator> c;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> d;
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> n;

    for (uint i = gl_LocalInvocationIndex; i < 64u; i += gl_WorkGroupSize.x) {
        tile[i] = halves[push.start + i / 16u * 48u + i % 16u];
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < push.count; i += gl_WorkGroupSize.x) {
        tile[64u + i] = halves[i];
    }
    barrier();
    coopMatLoad(a, source, push.start + instance * 256u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, tile, 0u, 16u, gl_CooperativeMatrixLayoutColumnMajor);
    coopMatLoad(h, addresses.far.elements, localInstance, 16u, gl_CooperativeMatrixLayoutRowMajor);
    c = coopmat<float, gl_ScopeSubgroup, ROWS, 16, gl_MatrixUseAccumulator>(push.start);
    d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
    n = coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(bfloat16_t(1.5));
    d = coopMatMulAdd(a, b, d);
    d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(h);
    d = d - d;
    d /= d;
    d = -d;
    h = h * FACTOR;
    h = halves[push.start] * h;
    d *= -2.5;
    for (int i = 0; i < d.length(); ++i) {
        d[i] = float(instance);
    }
    for (int i = 0; i < d.length(); ++i) {
        d[i] = d[i];
    }
    for (int i = 0; i < d.length(); ++i) {
        if (i != 1) {
            d[i] = -d[i];
        }
    }
    if (d.length() > 1) {
        d[1] = (-d)[1];
    }
    for (int i = 0; i < n.length(); ++i) {
        if (i != 1) {
            n[i] = n[i];
        }
    }
    if (n.length() > 1) {
        n[1] = n[1];
    }
    for (int i = 0; i < d.length(); ++i) {
        d[i] = d[i] < d[i] ? d[i] : d[i];
    }
    for (int i = 0; i < d.length(); ++i) {
        d[i] = c[i];
        d[i] = d[i] + c[i];
    }
    if (gl_SubgroupInvocationID % 3 == 0) {
        for (int i = 0; i < d.length(); ++i) {
            d[i] = d[i] * d[i];
        }
    } else {
        for (int i = 0; i < d.length(); ++i) {
            d[i] = d[i] * d[i];
        }
    }
    lengths[7u + instance * gl_SubgroupSize + gl_SubgroupInvocationID] = d.length();
    marks[gl_GlobalInvocationID.x] = gl_SubgroupSize;
    marks[push.start + gl_GlobalInvocationID.x] = gl_SubgroupSize;
    barrier();
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
        gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    for (uint i = 0; i < ROWS; ++i) {
        for (uint j = 0; j < 2u; ++j) {
            d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
        }
        if (i < push.start / (3u * push.start)) continue;
    }
    if ((gl_WorkGroupID.x) % 4u == 4294967295u) {
        d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
    } else {
        d = -d;
    }
    switch (push.start - (instance + push.start)) {
        case 0u:
            d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
            break;
        case 1u:
            break;
        default:
            d = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
            break;
    }
    if (gl_SubgroupInvocationID < 5u) {
        marks[push.start + instance * gl_SubgroupSize + gl_SubgroupInvocationID] = 100u + gl_SubgroupInvocationID;
    }
    d = d;
    coopMatStore(d, result, 0u, 16u, gl_CooperativeMatrixLayoutColumnMajor);
    leave(d);
}
