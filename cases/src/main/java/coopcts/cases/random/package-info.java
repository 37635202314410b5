/**
 * Random programs: {@link coopcts.cases.random.Generator} draws statements into {@link
 * coopcts.cases.random.Surroundings} and keeps those of which the oracle says that they have useful
 * results; {@link coopcts.cases.random.Reduction} takes a program apart again.
 */
package coopcts.cases.random;
