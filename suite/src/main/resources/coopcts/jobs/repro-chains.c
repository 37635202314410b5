//: filled
    for (int i = 0; i < CONVERSIONS; i++) {
        convert(device, NULL, rooms, &conversions[i]);
    }
