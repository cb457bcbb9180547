package io.stallmark.cluster.agent;

import io.stallmark.run.RunHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs and loads of an agent that take place one after the other, on a thread of their own. Two
 * lanes are used at the same time by the sides of a duet. Thread-safe.
 *
 * @param listener receives the course of the runs
 */
record AgentLane(
    AgentListener listener, ExecutorService worker, AtomicReference<@Nullable Current> current) {

  AgentLane(AgentListener listener) {
    this(
        listener,
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "agent");
              thread.setDaemon(true);
              return thread;
            }),
        new AtomicReference<>());
  }

  /**
   * The run or load in progress.
   *
   * @param listener receives its course
   * @param begin time of the start, on this machine's clock
   * @param taken whether the coordinator has what this agent measured
   */
  record Current(
      int run,
      AgentListener listener,
      RunHandle handle,
      CompletableFuture<Long> begin,
      CompletableFuture<Boolean> taken) {

    Current(int run, AgentListener listener) {
      this(run, listener, new RunHandle(), new CompletableFuture<>(), new CompletableFuture<>());
    }

    /** The coordinator will not take more. */
    void abandon() {
      taken.complete(false);
      stop();
    }

    void stop() {
      handle.stop();
      begin.completeExceptionally(new InterruptedException("the run was stopped"));
    }
  }

  /** Makes a run or load the one in progress. The one before, if any, is abandoned. */
  void begin(Current assigned) {
    Current before = current.getAndSet(assigned);
    if (before != null) {
      before.abandon();
    }
  }

  /** Executes the work of a run or load when the one before has ended. */
  void execute(Current assigned, Consumer<Current> work) {
    worker.execute(
        () -> {
          try {
            work.accept(assigned);
          } finally {
            current.compareAndSet(assigned, null); // the next one may have been assigned meanwhile
          }
        });
  }

  /** The coordinator will not take more of the run in progress. */
  void abandon() {
    Current assigned = current.get();
    if (assigned != null) {
      assigned.abandon();
    }
  }

  /** Waits for the end of the work for a minute at most; false: it has not ended. */
  boolean awaitWork() throws InterruptedException {
    worker.shutdown();
    return worker.awaitTermination(1, TimeUnit.MINUTES);
  }
}
