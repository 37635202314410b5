/** Pictures as SVG. */
package coopcts.drawing;
