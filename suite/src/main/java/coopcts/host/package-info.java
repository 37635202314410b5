/**
 * The operating system under the suite: what Windows does otherwise than the others, and nothing
 * else.
 */
package coopcts.host;
