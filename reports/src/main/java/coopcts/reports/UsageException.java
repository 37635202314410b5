package coopcts.reports;

/** Something that the user gave is wrong; the message says what and what to do, in one line. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
