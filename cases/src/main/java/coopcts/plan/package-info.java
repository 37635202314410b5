// SPDX-License-Identifier: Apache-2.0
/**
 * What a case is: its plan, its subcases, the assertions that it can fail by, and its verdict. A
 * plan is made when its case is run, not when it is listed. There are five kinds of plans, from
 * shaders to questions to the interface.
 */
package coopcts.plan;
