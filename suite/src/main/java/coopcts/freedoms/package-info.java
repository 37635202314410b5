// SPDX-License-Identifier: Apache-2.0
/** The suite against what the specifications leave to a device: each choice alone, all at once. */
package coopcts.freedoms;
