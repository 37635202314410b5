//: commands
    for (int i = 0; i < CONVERSIONS; i++) {
        convert(device, commands, rooms, &conversions[i]);
    }
