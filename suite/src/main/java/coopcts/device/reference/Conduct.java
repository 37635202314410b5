package coopcts.device.reference;

/**
 * How a device behaves beyond what the specifications fix.
 *
 * @param freedom its choices where there is one
 * @param fault what it does wrong
 */
record Conduct(Freedom freedom, ActiveFault fault) {

  static final Conduct PLAIN = new Conduct(Freedom.PLAIN, ActiveFault.NONE);
}
