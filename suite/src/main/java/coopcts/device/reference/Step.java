package coopcts.device.reference;

/** One decoded instruction, ready to be executed for all active invocations. */
@FunctionalInterface
interface Step {
  void run(Machine machine);
}
