${HEAD}
// Tensor layouts and views are values: what is made of one leaves it as it was, functions take and return them, loops
// reassign them. Five tiles of a tensor twice as high and wide as the matrix, one assembled from four pieces, one by a
// layout that was assigned to another variable, one through the view that the pieces' views were made of, one by a layout
// that every second instance changes in a branch.
layout(set = 0, binding = 0, std430) readonly buffer TensorBuffer { T tensor[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };
layout(push_constant, std430) uniform Push { uint tiles; } push;

tensorLayoutNV<2> tile(tensorLayoutNV<2> of, uint row, uint column) {
    return sliceTensorLayoutNV(of, row, ${ROWS}, column, ${COLUMNS});
}

tensorViewNV<2> piece(tensorViewNV<2> of, uint row, uint rows, uint column, uint columns) {
    return setTensorViewClipNV(of, row, rows, column, columns);
}

void put(MATRIX m, uint place) {
    coopMatStore(m, result, (INSTANCE * 9 + place) * SIZE, ${COLUMNS}, ROW_MAJOR);
}

void main() {
    const uint start = INSTANCE * 4 * SIZE;
    tensorLayoutNV<2> whole = createTensorLayoutNV(2);
    whole = setTensorLayoutDimensionNV(whole, 2 * ${ROWS}, 2 * ${COLUMNS});
    tensorLayoutNV<2> corner = tile(whole, ${ROWS}, 0);
    tensorLayoutNV<2> walk = corner;
    MATRIX m = MATRIX(T(0));
    for (uint i = 0; i < push.tiles; i++) {
        walk = tile(whole, (i / 2) * ${ROWS}, (i % 2) * ${COLUMNS});
        coopMatLoadTensorNV(m, tensor, start, walk);
        put(m, i);
    }
    coopMatLoadTensorNV(m, tensor, start, corner);
    put(m, 4);

    const uint rows[2] = uint[](${ROWS} / 2, ${ROWS} - ${ROWS} / 2);
    const uint columns[2] = uint[](${COLUMNS} / 2, ${COLUMNS} - ${COLUMNS} / 2);
    tensorViewNV<2> all = createTensorViewNV(2);
    tensorViewNV<2> narrow = all;
    for (uint i = 0; i < push.tiles; i++) {
        uint r = i / 2;
        uint c = i % 2;
        narrow = piece(all, r * rows[0], rows[r], c * columns[0], columns[c]);
        tensorLayoutNV<2> from =
            sliceTensorLayoutNV(whole, (1 - r) * rows[1], rows[r], (1 - c) * columns[1], columns[c]);
        coopMatLoadTensorNV(m, tensor, start, from, narrow);
    }
    put(m, 5);

    tensorLayoutNV<2> copied = tile(whole, ${ROWS}, ${COLUMNS});
    walk = copied;
    copied = whole;
    coopMatLoadTensorNV(m, tensor, start, walk);
    put(m, 6);
    coopMatLoadTensorNV(m, tensor, start, tile(whole, 0, ${COLUMNS}), all);
    put(m, 7);

    tensorLayoutNV<2> turned = tile(whole, 0, ${COLUMNS});
    if (INSTANCE % 2 == 0) {
        turned = tile(whole, ${ROWS}, 0);
    }
    coopMatLoadTensorNV(m, tensor, start, turned);
    put(m, 8);
}
