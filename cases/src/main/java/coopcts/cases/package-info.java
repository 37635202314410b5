// SPDX-License-Identifier: Apache-2.0
/**
 * What all families of cases share: profiles, templates, and what a device must report for them. A
 * family turns a device report into cases with stable names. Each system has a package below this
 * one.
 */
package coopcts.cases;
