package coopcts.oracle;

/** How binding an expectation is. */
public enum Tier {
  /** The specs guarantee it: a miss is a failure. */
  MUST,
  /**
   * The specs leave it open and users rely on it: a miss is a warning, or a failure under {@code
   * --strict}.
   */
  QUALITY
}
