// SPDX-License-Identifier: Apache-2.0
/**
 * The suite against what the specifications leave to a device: each choice alone, and all at once.
 * A case that fails with a legal choice blames a conformant driver. A case is run again only for
 * the choices that it meets.
 */
package coopcts.choices;
