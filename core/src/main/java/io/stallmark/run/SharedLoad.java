package io.stallmark.run;

import io.stallmark.plan.Registry;
import io.stallmark.plan.Share;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;

/**
 * One machine's share of a load, into tables that another process has created.
 *
 * @param resumes whether the tables may contain a part of the rows
 * @param owner owner of the lease of that process; 0: it has none
 */
public record SharedLoad(Share share, boolean resumes, long owner) {

  /**
   * Opens the database and inserts the rows of this machine.
   *
   * @param handle stops the load
   * @param observer receives the progress
   * @throws InterruptedException if it was stopped; rows are then missing
   */
  public void run(
      RunSpec spec,
      Registry registry,
      Credentials credentials,
      RunHandle handle,
      RunObserver observer)
      throws SpecException, DbException, InterruptedException {
    RunJob job = RunJob.of(spec, registry, credentials);
    try (BenchmarkContext context = BenchmarkContext.open(job, handle, observer)) {
      context.workload().scenario().shareLoad(share.index(), share.count());
      context.tables().loadShare(share, resumes, owner);
      handle.flag().check();
    }
  }
}
