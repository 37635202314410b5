/**
 * Devices behind a command: a small program, the agent, that runs on a board without Java and
 * speaks the protocol of {@code docs/agent.md} on its standard input and output.
 */
package coopcts.device.remote;
