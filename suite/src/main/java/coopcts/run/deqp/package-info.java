// SPDX-License-Identifier: Apache-2.0

/** The suite in the place of a dEQP binary, for the runners that drive those. */
package coopcts.run.deqp;
