// SPDX-License-Identifier: Apache-2.0
/**
 * The project's documents: figures that the suite writes into them, and rules for their language.
 * Figures are made of catalogues, faults and kept runs, and a test holds them to be true. Rules on
 * words and sentences are a table, held against documents, help and messages.
 */
package coopcts.docs;
