package coopcts.device.reference;

/** How functions of the module are called. */
@FunctionalInterface
interface Calls {

  /** Calls a function for the active invocations; null where it returns nothing. */
  Object call(int function, Object[] arguments, Machine machine);
}
