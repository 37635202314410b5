// SPDX-License-Identifier: Apache-2.0
/**
 * What probably lies behind the failures of a run: planted faults that do exactly the same, and the
 * smallest shader that still fails.
 *
 * <p>It comes after a run, and knows faults, jobs and reports. The commands know it, and {@code
 * coopcts.faults.DiagnosisAudit}, which holds what it says against faults that were planted. Each
 * step has a limit of time, and what it did not reach is said.
 */
package coopcts.causes;
