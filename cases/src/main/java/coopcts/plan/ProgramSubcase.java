package coopcts.plan;

import coopcts.oracle.Inputs;
import java.util.function.LongFunction;

/**
 * One run of a case's shader.
 *
 * @param name tells it from the case's other subcases
 * @param inputs makes the inputs from the run's seed
 */
public record ProgramSubcase(String name, LongFunction<Inputs> inputs) {}
