package coopcts.run.worker;

import coopcts.device.Device;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.Details;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.SpirvCache;

/**
 * Runs cases in this process: no protection against crashes and hangs, but one process to debug.
 */
public final class LocalExecutor implements CaseExecutor {

  private final Device opened;
  private final SpirvCache cache;
  private final CaseRunner runner;

  public LocalExecutor(Device opened, RunOptions options) {
    this.opened = opened;
    this.cache = new SpirvCache(options.cache());
    this.runner =
        new CaseRunner(
            opened,
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
    opened.close();
  }
}
