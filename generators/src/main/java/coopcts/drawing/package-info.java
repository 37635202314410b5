// SPDX-License-Identifier: Apache-2.0
/**
 * Pictures as SVG. Shapes and texts come in, one file comes out; there is no drawing library behind
 * it. Texts are escaped here.
 */
package coopcts.drawing;
