//: filled
    /* Matrices that are converted before the run, as they are then. */
    uint8_t *kept[CONVERSIONS] = {0};
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0) {
            convert(device, NULL, rooms, &conversions[i]);
            kept[i] = memcpy(malloc(to->bytes), rooms[to->buffer].bytes + to->offset, to->bytes);
        }
    }
//: ended
    /* Matrices that are converted behind the run. The bytes in layouts of the device's own are not judged if
       they are converted back, or as they were. */
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct conversion *c = &conversions[i];
        if (c->when == RUNS) {
            convert(device, NULL, rooms, c);
            memcpy(rooms[c->from.buffer].bytes + c->from.offset,
                   (const uint8_t *) buffers[c->from.buffer].before + c->from.offset, c->from.bytes);
        }
    }
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0 && memcmp(kept[i], rooms[to->buffer].bytes + to->offset, to->bytes) == 0) {
            memcpy(rooms[to->buffer].bytes + to->offset, (const uint8_t *) buffers[to->buffer].before + to->offset, to->bytes);
        }
    }
