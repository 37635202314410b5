package coopcts.run;

import coopcts.device.Devices;
import coopcts.spirv.SpirvCache;

/**
 * Runs cases in this process: no protection against crashes and hangs, but one process to debug.
 */
final class LocalExecutor implements CaseExecutor {

  private final Devices.Open open;
  private final SpirvCache cache;
  private final CaseRunner runner;

  LocalExecutor(Devices.Open open, RunOptions options) {
    this.open = open;
    this.cache = new SpirvCache(options.cache());
    this.runner =
        new CaseRunner(
            open.device(),
            cache,
            options.seed(),
            options.strict(),
            new Details(options.out(), options.repro()));
  }

  @Override
  public Finding execute(SelectedCases.Numbered tested) {
    return runner.run(tested.tested());
  }

  @Override
  public void close() {
    runner.close();
    cache.close();
    open.close();
  }
}
