// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: one class for each command. Errors are one line and an exit code: 1 is the
 * driver's alone, 2 usage, 3 the machine or device, 4 the suite. {@code docs/guide.md} shows the
 * commands at work.
 */
package coopcts.cli;
