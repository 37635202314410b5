// SPDX-License-Identifier: Apache-2.0
/**
 * A run: cases go to workers, verdicts to the journal as they come. An unexpected verdict is
 * retried in a fresh worker. The coordinator makes no native call, so no driver can end it.
 */
package coopcts.run;
