//: data
/* The address of one buffer, put into another one before the run. */
static const struct { int from, into, offset; } addresses[] = {
${ADDRESSES}{-1, 0, 0}};

//: filled
    for (int i = 0; addresses[i].from >= 0; i++) {
        memcpy(rooms[addresses[i].into].bytes + addresses[i].offset, &rooms[addresses[i].from].address, 8);
    }
//: ended
    /* The bytes of addresses are the device's own. */
    for (int i = 0; addresses[i].from >= 0; i++) {
        memcpy(rooms[addresses[i].into].bytes + addresses[i].offset,
               (const uint8_t *) buffers[addresses[i].into].before + addresses[i].offset, 8);
    }
