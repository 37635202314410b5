/** Programs written as GLSL. */
package coopcts.glsl;
