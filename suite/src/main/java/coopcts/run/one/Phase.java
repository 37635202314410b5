// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

/** What is done with a case, in its order; each is the words for it. */
public enum Phase {
  /** GLSL becomes SPIR-V. */
  COMPILE("compiling"),
  /** The driver makes the pipeline. */
  PIPELINE("creating the pipeline"),
  /** The device runs a subcase. */
  DISPATCH("running it"),
  /** Both, where one request asks for both. */
  PIPELINE_AND_DISPATCH("creating the pipeline or running it");

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
    /** A listener that does nothing. */
    Listener NONE = _ -> {};

    /**
     * Receives the phase that a case begins, in the thread that runs it.
     *
     * @param phase that begins
     */
    void begins(Phase phase);
  }
}
