//: data
/* Sums of 32-bit elements that reach a bound. */
static const struct { int buffer, offset, count, rule; long long least; } totals[] = {
${TOTALS}{-1, 0, 0, 0, 0}};

//: verdict
    for (int i = 0; totals[i].buffer >= 0; i++) {
        long long sum = 0;
        for (int k = 0; k < totals[i].count; k++) {
            sum += (int32_t) pattern(rooms[totals[i].buffer].bytes, totals[i].offset + 4 * k, 32);
        }
        if (sum < totals[i].least) {
            printf("%s+%d: the sum of %d elements is %lld, not at least %lld %s\n", buffers[totals[i].buffer].name,
                   totals[i].offset, totals[i].count, sum, totals[i].least, rules[totals[i].rule]);
            wrong++;
        }
    }
