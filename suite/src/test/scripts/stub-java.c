// SPDX-License-Identifier: Apache-2.0
//
// A java.exe that says where it lies and each of its arguments on a line, and ends with the code in STUB_EXIT. Asked
// whether it starts, it says so, unless STUB_JAVA is set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *code = getenv("STUB_EXIT");
    for (int i = 1; i < count; i++)
        if (!strcmp(arguments[i], "-Dcoopcts.ready=true")) {
            if (!getenv("STUB_JAVA"))
                puts("coopcts: ready");
            return getenv("STUB_JAVA") != NULL;
        }
    for (int i = 0; i < count; i++)
        puts(arguments[i]);
    return code ? atoi(code) : 0;
}
