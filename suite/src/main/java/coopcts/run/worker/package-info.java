// SPDX-License-Identifier: Apache-2.0
/**
 * Child processes in which devices live, so that a crash costs one case. Coordinator and worker
 * exchange lines of JSON over a socket. A worker that does not answer in time is ended, and the
 * next case gets a new one.
 */
package coopcts.run.worker;
