// SPDX-License-Identifier: Apache-2.0
/**
 * The operating system under the suite: what Windows does otherwise than the others, and nothing
 * else. All other packages ask it for processes, paths and sockets. It is tested without Windows.
 */
package coopcts.host;
