package coopcts.device.reference;

/** A module that needs something the interpreter lacks: no fault of the shader. */
final class UnsupportedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnsupportedException(String message) {
    super(message);
  }
}
