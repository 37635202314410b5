// SPDX-License-Identifier: Apache-2.0
/**
 * Other families' cases by other submission paths: shader objects, binaries, secondary command
 * buffers, indirect dispatches, push descriptors and others. Inputs and expectations are those of
 * the family. A path that a device lacks makes its cases NOT_SUPPORTED.
 */
package coopcts.cases.paths;
