// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.util.Set;

/**
 * What undefined operands of an instruction do.
 *
 * @param rule what they make of the result
 * @param addresses operands that are a part of an address
 * @param stored operands that reach memory
 */
public record UndefEffect(UndefRule rule, Set<Role> addresses, Set<Role> stored) {}
