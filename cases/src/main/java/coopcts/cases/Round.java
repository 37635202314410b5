package coopcts.cases;

import java.util.function.LongFunction;

/**
 * One run of a case's shader, a subcase.
 *
 * @param name tells it from the case's other rounds
 * @param trial makes inputs and expectation from the run's seed
 */
public record Round(String name, LongFunction<Trial> trial) {}
