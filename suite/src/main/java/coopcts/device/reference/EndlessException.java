package coopcts.device.reference;

/** A shader that does not come to an end. */
final class EndlessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  EndlessException() {
    super("the shader does not end");
  }
}
