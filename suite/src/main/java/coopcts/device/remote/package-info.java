// SPDX-License-Identifier: Apache-2.0
/**
 * Devices behind a command: a small program, the agent, that runs on a board without Java and
 * speaks the protocol of {@code docs/agent.md} on its standard input and output. Answers are
 * bounded and checked, as a board may send anything. An agent that ends costs one case.
 */
package coopcts.device.remote;
