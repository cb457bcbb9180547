package io.stallmark.replay;

import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.trace.TraceDocument;
import io.stallmark.trace.TraceOrigin.Replies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Replay of one trace, once. It has no tables: those of the application must exist. */
final class ReplayScenario implements Scenario {

  private final ReplayOptions options;
  private final TraceDocument document;
  private final ReplayStatistics statistics;
  private @Nullable TraceFeed feed;

  ReplayScenario(ReplayOptions options, TraceDocument document) {
    this.options = options;
    this.document = document;
    statistics = new ReplayStatistics(document);
  }

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public List<Role> roles() {
    return List.of(Role.replay(this::replayer));
  }

  private synchronized Replayer replayer(ReplayTarget target, Slice slice, BooleanSupplier ended) {
    TraceFeed shared = feed;
    if (shared == null) {
      shared = new TraceFeed(options, target.texts(), slice.count(), statistics, ended);
      feed = shared;
    }
    return new ReplayClient(options, target, shared, slice.index(), statistics, ended);
  }

  @Override
  public synchronized Optional<ReplayResult> replay() {
    if (feed == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(statistics.result(feed.close(), options.allowedDifferences()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (document.state() != TraceDocument.State.COMPLETED) {
      warnings.add(
          "The recording of the trace did not end properly: it has the operations until then.");
    }
    document
        .gaps()
        .forEach(
            (reason, count) ->
                warnings.add(
                    "%,d operations are missing in the trace: %s.".formatted(count, reason)));
    if (document.origin().replies() == Replies.NONE) {
      warnings.add("The trace has no replies: the replay compares nothing but counts errors.");
    }
    return warnings;
  }

  @Override
  public long rows(Table table) {
    return 0;
  }

  @Override
  public OptionalLong requiredRows() {
    return OptionalLong.empty();
  }

  @Override
  public boolean indexesAfterLoad() {
    return false;
  }

  @Override
  public Loader loader(Session session, Slice slice, boolean resumes) {
    return () -> 0;
  }

  @Override
  public Verification verification() {
    return new Verification() {
      @Override
      public long rows() {
        return 0;
      }

      @Override
      public Loader checker(Session session, Slice slice) throws DbException {
        return () -> 0;
      }

      @Override
      public List<String> findings() {
        return List.of();
      }

      @Override
      public List<String> proven() {
        return List.of("A replay has no tables to verify; its replies were compared.");
      }
    };
  }
}
