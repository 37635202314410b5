// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code ./dev} does: compiling what changed, and the tests that belong to it. The JDK alone.
 */
package coopcts.testing.dev;
