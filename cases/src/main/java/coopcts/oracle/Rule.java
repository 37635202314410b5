package coopcts.oracle;

/**
 * Why a value is expected.
 *
 * @param assertion the ID in the assertion catalogue
 */
public record Rule(Tier tier, String assertion) {

  public static Rule must(String assertion) {
    return new Rule(Tier.MUST, assertion);
  }

  public static Rule quality(String assertion) {
    return new Rule(Tier.QUALITY, assertion);
  }
}
