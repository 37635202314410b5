//: between
        for (int i = 0; i < CONVERSIONS; i++) {
            if (conversions[i].when == run) {
                convert(device, commands, rooms, &conversions[i]);
            }
        }
