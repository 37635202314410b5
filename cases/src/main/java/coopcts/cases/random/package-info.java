// SPDX-License-Identifier: Apache-2.0
/**
 * Random programs: {@link coopcts.cases.random.Generator} draws statements into {@link
 * coopcts.cases.random.ProgramEnvironment} and keeps those of which the oracle says that they have
 * useful results; {@link coopcts.cases.random.ProgramReduction} takes a program apart again. A
 * program is a function of its name and the device report, so {@code repro} makes it again.
 */
package coopcts.cases.random;
