// SPDX-License-Identifier: Apache-2.0
/**
 * Single shader jobs: how they are read, run, checked, written as repros, and reduced. A job is a
 * shader with buffers and expectations, in a JSON file that {@code docs/jobs.md} describes. A
 * reduced job still fails in the same way and stays legal.
 */
package coopcts.jobs;
