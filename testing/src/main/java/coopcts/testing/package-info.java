// SPDX-License-Identifier: Apache-2.0
/** How the project's tests run: in small runs of chosen classes, and once for each content. */
package coopcts.testing;
