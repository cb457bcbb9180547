package io.stallmark.spi.workload;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayer;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Group of clients that run the same transactions, with threads and pacing separate from those of
 * other roles.
 *
 * @param name name in lower_case, unique in the scenario and different from the names of operations
 * @param ops all operations that a client sends, each once (for one table), in the order of a
 *     transaction
 * @param transactionKinds kinds of transaction that clients run, with names in lower_case that
 *     differ from the names of operations; empty: all transactions are alike. The results have
 *     counts and latencies of each kind, next to those of all transactions and of every statement.
 *     A client reports the kind with {@link Client#kind}
 * @param transactional whether a transaction is wrapped in begin and commit, which are then
 *     recorded too
 * @param unit unit of the role's progress; the unit of the first role is that of the run's headline
 * @param clients creates a client; called on each client's thread, and again after a lost
 *     connection
 * @param replayers creates the clients of a replay; null: clients have no schedule
 * @param level what the role must achieve; null: nothing
 * @param times how often a transaction sends an operation, by its name and in words, for {@code
 *     explain}: {@code 10 times}; absent: once, or as often as its kind says
 */
public record Role(
    String name,
    List<Op> ops,
    List<String> transactionKinds,
    boolean transactional,
    ProgressUnit unit,
    ClientFactory clients,
    @Nullable ReplayerFactory replayers,
    @Nullable ServiceLevel level,
    Map<String, String> times) {

  /** Name of a workload's only role. */
  public static final String ONLY = "client";

  /** Creates the clients of a role. Thread-safe. */
  @FunctionalInterface
  public interface ClientFactory {
    Client client(Session session, Slice slice) throws DbException;
  }

  /** Creates the clients of a replay. Thread-safe. */
  @FunctionalInterface
  public interface ReplayerFactory {

    /**
     * Creates a client, on its thread.
     *
     * @param target what all clients of the role share
     * @param ended whether the run ends, so that waiting is pointless
     */
    Replayer replayer(ReplayTarget target, Slice slice, BooleanSupplier ended);
  }

  /**
   * Default load of a role.
   *
   * @param name the role's name
   * @param threads number of clients, each with a separate thread
   * @param replays whether the clients are {@link Replayer}s, so that a rate, a think time, or
   *     other numbers of clients are not possible
   * @param rate default arrival rate of all clients together, in transactions per second; 0: a
   *     closed loop
   */
  public record Size(String name, int threads, boolean replays, double rate) {

    /** Creates the size of a role whose clients have no schedule. */
    public Size(String name, int threads) {
      this(name, threads, false, 0);
    }

    /** Creates the size of a role with a default rate. */
    public Size(String name, int threads, double rate) {
      this(name, threads, false, rate);
    }
  }

  /**
   * Service level of a role with an arrival rate: a run fails if the clients complete much less.
   *
   * @param rows rows of a transaction
   * @param noun what a row is to the role: {@code inserts}
   */
  public record ServiceLevel(int rows, String noun) {}

  /** Creates a role whose clients have no schedule, and without a service level. */
  public Role(
      String name,
      List<Op> ops,
      List<String> transactionKinds,
      boolean transactional,
      ProgressUnit unit,
      ClientFactory clients) {
    this(name, ops, transactionKinds, transactional, unit, clients, null, null, Map.of());
  }

  /** Creates the role of a replay. Each operation of the trace is a transaction. */
  public static Role replay(ReplayerFactory replayers) {
    return new Role(
        ONLY,
        List.of(),
        List.of(),
        false,
        ProgressUnit.TRANSACTIONS,
        (session, slice) -> {
          throw new IllegalStateException("The clients of a replay are replayers");
        },
        replayers,
        null,
        Map.of());
  }

  /** Returns the same role with a service level. */
  public Role with(ServiceLevel required) {
    return new Role(
        name, ops, transactionKinds, transactional, unit, clients, replayers, required, times);
  }

  /** Returns the same role with how often a transaction sends its operations. */
  public Role sending(Map<String, String> words) {
    return new Role(
        name, ops, transactionKinds, transactional, unit, clients, replayers, level, words);
  }

  public Role {
    ops = List.copyOf(ops);
    transactionKinds = List.copyOf(transactionKinds);
    times = Map.copyOf(times);
  }

  /**
   * Creates the only role of a workload whose transactions are all alike; its progress unit is
   * transactions.
   */
  public static Role only(List<Op> ops, boolean transactional, ClientFactory clients) {
    return new Role(ONLY, ops, List.of(), transactional, ProgressUnit.TRANSACTIONS, clients);
  }
}
