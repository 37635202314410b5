// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary of all modules: devices and their reports, matrix and vector types, memory
 * layouts, shader stages. Everything here is a value: records and enums. The oracle and the
 * reference device share this package and {@link coopcts.numbers}, and nothing else.
 */
package coopcts.model;
