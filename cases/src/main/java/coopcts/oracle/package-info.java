// SPDX-License-Identifier: Apache-2.0
/**
 * What must come out, worked out from the specifications on whole matrices, and the judge that
 * compares. It shares model and numbers with the reference device and nothing else. Each
 * expectation names the assertions that it follows from and how strongly they bind.
 */
package coopcts.oracle;
