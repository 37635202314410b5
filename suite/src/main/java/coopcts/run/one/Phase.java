// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

/** What is done with a case, in its order; each is the words for it. */
public enum Phase {
  COMPILE("compiling"),
  PIPELINE("creating the pipeline"),
  DISPATCH("running it");

  private final String words;

  Phase(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }

  /** Takes note of the phase that begins. */
  @FunctionalInterface
  public interface Listener {
    Listener NONE = _ -> {};

    /**
     * Notes a phase.
     *
     * @param phase that begins
     */
    void begins(Phase phase);
  }
}
